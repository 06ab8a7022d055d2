"""What `cardwright new` writes: files with `$words` to fill in, as package data."""
