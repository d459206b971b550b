"""The tests of taflkit."""
