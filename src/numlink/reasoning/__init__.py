"""Thinking like a person: named rules, a walk by them, grades and explanations."""
