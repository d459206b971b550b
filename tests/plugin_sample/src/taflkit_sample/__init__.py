"""A plug-in for taflkit."""
