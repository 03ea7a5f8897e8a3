from numlink.engine.cover cimport Cover
