"""From YAML files with rules in them to a pack of effect objects, and back to text that people read."""
