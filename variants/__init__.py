"""The variant files that come with taflkit: data only."""
