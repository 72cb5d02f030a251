"""Type-in BASIC listings on an emulated ZX Spectrum 48K.

    >>> import girafa
    >>> girafa.run(listing='10 PRINT "Ola"').transcript
    'Ola\\n'

`run` runs a program to its end and returns all observable results; `check`, `tokenise`, `llist` and `typein`
read listings; `compare` compares an included program with its native reference. The machine is deterministic:
the same program with the same answers gives the same bytes.
"""

from ._girafa import (
    Diagnostic,
    Doubt,
    Fix,
    GirafaError,
    GirafaWarning,
    ListingError,
    Machine,
    OutOfAnswers,
    Picture,
    Repair,
    Result,
    SAMPLE_RATE,
    Scan,
    Sessions,
    State,
    Verdict,
    Why,
    __version__,
    check,
    compare,
    llist,
    run,
    tokenise,
    typein,
)

__all__ = [
    "Diagnostic",
    "Doubt",
    "Fix",
    "GirafaError",
    "GirafaWarning",
    "ListingError",
    "Machine",
    "OutOfAnswers",
    "Picture",
    "Repair",
    "Result",
    "SAMPLE_RATE",
    "Scan",
    "Sessions",
    "State",
    "Verdict",
    "Why",
    "__version__",
    "check",
    "compare",
    "llist",
    "run",
    "tokenise",
    "typein",
]
