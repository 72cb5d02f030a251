#!/usr/bin/env python3
"""Prints the constants of the four Chebyshev series in functions.asm, computed with 60 digits.

Each function is a series in Chebyshev polynomials of z in -1..1: f(z) = sum of c(k) T(k)(z). The calculator's
operation calc_series takes the constants c(k) from the highest k down, with 2 c(0) as the last one, and sums
them by Clenshaw's recurrence; calc_half_series halves the sum. Constants of high order need fewer bytes. The
byte counts below are chosen so that the results agree with tests/conformance/arithmetic.jsonl. A negative
count means that the constant is truncated, not rounded.

    chebyshev.py            prints the tables
    chebyshev.py --check    fails if functions.asm does not have these tables
"""
import pathlib, sys
from decimal import Decimal as D, getcontext

getcontext().prec = 60


def arctan(x):
    if x > D("0.2"):
        return 2 * arctan(x / (1 + (1 + x * x).sqrt()))
    total, power, n = D(0), x, 1
    while abs(power) > D(10) ** -58:
        total, power, n = total + power / n, -power * x * x, n + 2
    return total


PI = 4 * arctan(D(1))


def sine(x):
    total, term, n = D(0), x, 1
    while abs(term) > D(10) ** -58:
        total, term, n = total + term, -term * x * x / ((n + 1) * (n + 2)), n + 2
    return total


def cosine(x):
    return 1 - 2 * sine(x / 2) ** 2


SERIES = {  # name: description, f(z), mantissa bytes of each constant from the highest order down
    "sine": ("SIN (pi/2 * v) / v, z = 2 * v * v - 1", lambda z: (lambda v: sine(PI / 2 * v) / v)(((z + 1) / 2).sqrt()),
             [1, 2, 3, 4, 4, 4]),
    "exp": ("2 ^ f, z = 2 * f - 1", lambda z: D(2) ** ((z + 1) / 2), [1, -2, 3, 3, 4, 4, 4, 4]),
    "ln": ("LN m / (m - 1), z = 2.5 * m - 3", lambda z: (lambda m: m.ln() / (m - 1))((z + 3) / D("2.5")),
           [1, 1, 2, 2, 2, 3, 4, 4, 4, 4, 4, 4]),
    "atn": ("ATN v / v, z = 2 * v * v - 1", lambda z: (lambda v: arctan(v) / v)(((z + 1) / 2).sqrt()),
            [1, 1, 2, 2, 2, 3, 4, 3, 4, 4, 4, 4]),
}


def packed(x, size):
    """Returns x as a packed number (see calculator.asm) with |size| mantissa bytes; truncated if size < 0."""
    half, size = D("0.5") if size > 0 else 0, abs(size)
    sign, x, exponent = x < 0, abs(x), 0
    while x >= 1:
        x, exponent = x / 2, exponent + 1
    while x < D("0.5"):
        x, exponent = x * 2, exponent - 1
    mantissa = int(x * 2 ** (8 * size) + half)
    exponent += 0x80 - 0x50
    assert 0 < exponent < 64 and mantissa < 1 << (8 * size)
    mantissa ^= (not sign) << (8 * size - 1)
    return [(size - 1) << 6 | exponent, *mantissa.to_bytes(size, "big")]


NODES = 64
angles = [PI * (2 * j + 1) / (2 * NODES) for j in range(NODES)]
source = (pathlib.Path(__file__).resolve().parent / "functions.asm").read_text()
for name, (what, f, sizes) in SERIES.items():
    values = [f(cosine(a)) for a in angles]
    table = ""
    for k in range(len(sizes) - 1, -1, -1):
        c = 2 * sum(v * cosine(k * a) for v, a in zip(values, angles)) / NODES
        row = packed(c, sizes[len(sizes) - 1 - k])
        table += "\tdb\t" + ",".join(f"{b:03x}h" if b > 0x9F else f"{b:02x}h" for b in row) + "\n"
    if "--check" not in sys.argv:
        print(f"; {name}: {what}\n{table}", end="")
    elif table not in source:
        sys.exit(f"chebyshev.py: stale constants for {name} in functions.asm: copy those of chebyshev.py")
