"""The table of examples/funcoes.bas: what the listing has to print for the function on standard input."""

import math


def shown(value):
    """A number as the Spectrum prints it, rounded to two places."""
    rounded = math.floor(value * 100 + 0.5) / 100
    return f"{rounded:.8g}"


text = input()
print(f"f(x)={text}")
print()
total = 0
for x in range(-4, 5):
    value = eval(text, {"x": x})
    total += value
    print(f"{x:<4}{shown(value)}")
print()
print(f"soma {shown(total)}")
