from numlink.engine.covers.cover cimport Cover
