"""Reasoning as a person does: named rules of deduction, a solver that uses them, grades and explanations."""
