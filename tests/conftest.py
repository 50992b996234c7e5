"""What every test folder shares: the budget Hypothesis has on a busy machine."""

from hypothesis import HealthCheck, settings

# Time on a shared machine says nothing about the code, so no example fails for having been slow; the examples are the
# same on every run, so a red test is red for everybody.
settings.register_profile(
    "papan", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("papan")
