"""Everything that is returned or raised can be pickled and copied."""

import copy
import pickle

import pytest

import girafa

PROGRAM = '10 INPUT n: DIM a(2): LET a(2)=n: LPRINT "papel": BEEP .01,0: BORDER 2\n20 PRINT n;" \\a": LET s$="fim"\n'
ATTRIBUTES = {
    girafa.Result: "transcript end report ok line statement fault variables tstates seconds screen rows paper printed "
    "prompts answers_left snapshot saved audio coverage profile",
    girafa.Picture: "width height rgb",
    girafa.Diagnostic: "severity code message label help line column span fixes",
    girafa.Scan: "text width listing notes suggested",
    girafa.Doubt: "severity message row column page at corners repairs",
    girafa.Repair: "title changes",
    girafa.Verdict: "session agrees rows ways differences remarks failure first written",
    girafa.Why: "name value line statement text moment reads data is_answer",
}


def values(thing):
    """The attributes of an object of ours as plain values."""
    if isinstance(thing, (list, tuple)):
        return [values(part) for part in thing]
    names = ATTRIBUTES.get(type(thing))
    return {name: values(getattr(thing, name)) for name in names.split()} if names else thing


def copies(thing):
    """The object after a pickle of each kind, and copied."""
    pickles = [pickle.dumps(thing, protocol) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    return [pickle.loads(data) for data in pickles] + [copy.copy(thing), copy.deepcopy(thing)]


def test_objects():
    full = girafa.run(listing=PROGRAM, answers=[7, "8"], coverage=True, profile=True, audio=True, seconds=20)
    assert full.variables["n"] == 7 and full.answers_left == ["8"] and len(full.audio) > 0
    failed = girafa.run(listing="10 PRINT a\n")
    assert failed.fault and failed.paper is None
    doubtful = girafa.typein("10 PR1NT 1\n2O GO TO 10\n", width=0)
    machine = girafa.Machine(listing="10 LET a=1: LET b=a+1\n")
    machine.run()
    found = girafa.check("10 PIRNT 1\n20 GO TO 99\n")
    assert found[0].fixes
    things = [full, failed, full.screen, full.paper, found, doubtful, girafa.compare("nim"), machine.why("b")]
    for thing in things:
        for again in copies(thing):
            assert values(again) == values(thing)
            assert repr(again) == repr(thing)
    for again in copies(full):
        assert list(again.coverage) == list(full.coverage)
        assert girafa.Machine.of_snapshot(again.snapshot).rows == full.rows
        again.variables["n"] = 8
        assert again.variables["n"] == 7
        for third in copies(again):
            assert values(third) == values(full)


def test_exceptions():
    with pytest.raises(girafa.ListingError) as wrong:
        girafa.run(listing="10 PIRNT 1\n")
    with pytest.raises(girafa.OutOfAnswers) as asks:
        girafa.run(listing='10 PRINT "a": INPUT "quantos? ";n\n')
    with pytest.raises(girafa.GirafaError) as other:
        girafa.run("absent")
    for again in copies(wrong.value):
        assert (str(again), again.line, again.column) == (str(wrong.value), 1, 4)
        assert values(again.diagnostics) == values(wrong.value.diagnostics)
    for again in copies(asks.value):
        assert again.prompt == asks.value.prompt
        assert values(again.result) == values(asks.value.result)
    for again in copies(other.value):
        assert type(again) is girafa.GirafaError and str(again) == str(other.value)


@pytest.mark.parametrize(
    "bad",
    [
        ("Fix", ()),
        ("Fix", (1, 2, 3)),
        ("Picture", ((2, 2, b"abc"),)),
        ("Result", ((),)),
        ("Result", (1,)),
        ("Nothing", ()),
    ],
)
def test_damaged_pickles(bad):
    from girafa import _girafa

    with pytest.raises((ValueError, TypeError)):
        _girafa._rebuild(*bad)
