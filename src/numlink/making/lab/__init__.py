"""Judges programs that students write for a lab assignment: could the assignment's algorithm have printed this output?

The assignment's function addpath() draws one path: it starts at a random free square that has a free neighbour, and
goes on to a free neighbour whose only neighbour on the path is the last square, as long as there is one.  Squares that
no path takes are solid.  A program prints the puzzle, its solution and, for each path, a line `New path:`, the trace.

verdict      a whole output: `judge` (what a program printed), `lab_faults` (a Puzzle with its solution)
 ├─ board    the two boards: is every number one simple path, do puzzle and solution fit
 ├─ order    the order in which the paths can have grown
 └─ trace    the `New path:` lines, step by step
randomness   many runs: do they differ, where do paths start, in which orders are neighbours tried
faults       the part of the assignment that each fault belongs to
"""
