"""The games that come with Cardwright, as package data."""
