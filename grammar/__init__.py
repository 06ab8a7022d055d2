"""The grammar of the rules language and the schemas of the YAML files, as package data."""
