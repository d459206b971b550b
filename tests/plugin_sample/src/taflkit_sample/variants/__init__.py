"""Variant files: data only."""

raise RuntimeError("taflkit finds the files of a plug-in without importing their package")
