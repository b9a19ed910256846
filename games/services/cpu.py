"""The step the CPU would make at a match, computed outside of any transaction; it must not write."""

from games import engine


def chosen_action(state: engine.State) -> engine.Action:
    """Return what the CPU does for the seat on turn, deciding from what everybody can see.

    Takes up to a few milliseconds at a choice. Raises EngineError (match_over) for a finished match.
    """
    legal = engine.legal_actions(state)
    if len(legal) == 1:
        return legal[0]
    return engine.choose(engine.public_view(state))
