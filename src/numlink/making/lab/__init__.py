"""Judges programs that students write for a lab assignment: could the assignment's algorithm have printed this output?

addpath() starts a path at a random free square with a free neighbour, and goes on to a free neighbour whose only
neighbour on the path is the last square, as long as there is one. Squares that no path takes are solid. A program
prints the puzzle, its solution and, for each path, a line `New path:`, the trace.
"""
