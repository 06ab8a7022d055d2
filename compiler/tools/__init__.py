"""Tools for people: the command line and what stands behind it."""
