from numlink.engine.forest cimport Forest
from numlink.engine.random cimport Random
