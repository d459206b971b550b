"""Engine protocols."""
