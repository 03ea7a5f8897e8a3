"""The conflict-driven search over links, and the proofs of uniqueness built on it."""
