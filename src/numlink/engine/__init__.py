"""The compiled core: integers in, integers out; it knows no puzzle and imports nothing of ours.

Every module here is ordinary Python with Cython's pure-mode annotations: built by `setup.py` into C where a
compiler is at hand, run as it stands where there is none.  `COMPILED` says which of the two is in use.
"""
