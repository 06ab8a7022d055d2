"""One page a diagnostic code: what it means, a wrong and a right example. ``codes`` reads them, tests run them."""
