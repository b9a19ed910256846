"""Fixtures that every test may use; it must not know one feature's facts."""
