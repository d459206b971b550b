"""Tools for those who work on taflkit; none of them is installed."""
