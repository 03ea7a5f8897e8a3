"""Reasoning as a person does: named rules of deduction, a walk through a puzzle by these rules, grades,
explanations.
"""
