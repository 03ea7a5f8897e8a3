from numlink.engine.covers.forest cimport Forest
from numlink.engine.covers.random cimport Random
from numlink.engine.guard cimport OneThread
