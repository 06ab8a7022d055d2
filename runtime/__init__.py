"""The runtime: hosts any game from its pack. Knows no file format of authors, no grammar and no game."""
