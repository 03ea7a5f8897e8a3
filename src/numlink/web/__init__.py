"""The game in a browser: a FastAPI application and a static player over the same moves."""
