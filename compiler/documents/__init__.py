"""Documents made from the card files alone: what they say (``model``, ``gather``), and how it is set and drawn."""
