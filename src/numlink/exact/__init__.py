"""Exact answers: solve, prove, count; the two engines behind them take turns in counted slices."""
