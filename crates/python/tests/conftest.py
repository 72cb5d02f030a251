"""What several tests need."""

import signal

import pytest


@pytest.fixture
def interruptible():
    """Ctrl+C reaches Python, also where the tests run in the background, whose shell has SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
