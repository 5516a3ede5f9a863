"""`python -m client` is the command `kingsmoot`."""

import sys

from client.cli import main

if __name__ == "__main__":
    sys.exit(main())
