"""A module that cannot be imported, as a plug-in's may not be on someone else's machine."""

raise RuntimeError("broken on purpose")
