"""The lab assignment's programs judged: could the algorithm of Parts 1 to 5 have printed this?

verdict      one output, all of it: `judge` (what a program printed), `lab_faults` (a Puzzle with its solution)
 ├─ board    the two boards: is every number one simple path, do puzzle and solution fit
 ├─ order    in which order the paths can have grown, exactly; how they are numbered
 └─ trace    the `New path:` lines, step by step
randomness   many runs: do they differ, where do paths start, in which orders are neighbours tried
"""
