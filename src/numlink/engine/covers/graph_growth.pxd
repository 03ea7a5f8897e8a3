from numlink.engine.covers.grown_paths cimport GrownPaths
