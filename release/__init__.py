"""What stands between a commit and a release."""
