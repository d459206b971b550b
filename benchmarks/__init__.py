"""Measurements of taflkit, and the plain engine that it is measured and checked against."""
