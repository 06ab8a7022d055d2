"""``python -m cardwright``: the command line."""

from cardwright.compiler.tools.cli import main

if __name__ == "__main__":
    main()
