"""Coverage-guided fuzzing of everything that reads text: `python -m tests.fuzz`."""
