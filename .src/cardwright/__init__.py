"""Cardwright: card games as data, with rulings that run."""

__version__ = "0.1.0"
