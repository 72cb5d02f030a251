"""Fixtures that several tests use."""

import signal

import pytest


@pytest.fixture
def interruptible():
    """Enables Ctrl+C, also if the tests run in the background of a shell that ignores SIGINT there."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
