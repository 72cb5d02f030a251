"""The command `girafa`, also as `python -m girafa`."""

import signal
import sys

from ._girafa import _command


def main() -> int:
    # The command handles Ctrl+C itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _command(["girafa", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
