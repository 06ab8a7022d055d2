"""What is true of every state of every game: columns of one length, each card in one place, indexes that agree.

Looks only; says what is wrong in words, and nothing if all is well.
"""

from __future__ import annotations

from collections.abc import Iterator

from .names import Names
from .state import ASIDE, ATTACHED, NOBODY, NOWHERE, PLAYED, State

_COLUMNS = ("cell", "zone", "owner", "control", "host", "attached", "status", "abilities")


def broken(names: Names, state: State) -> Iterator[str]:
    """Every invariant that the state breaks."""
    lengths = list(_lengths(state))
    yield from lengths
    if lengths:
        return  # nothing can be looked up safely
    yield from _places(state)
    yield from _grids(names, state)
    yield from _attachments(state)
    yield from _amounts(names, state)
    yield from _functioning(names, state)
    yield from _choice(state)


def _lengths(state: State) -> Iterator[str]:
    count = len(state.card)
    for name in _COLUMNS:
        if len(getattr(state, name)) != count:
            yield f"the column `{name}` has {len(getattr(state, name))} entries for {count} things"
    for table in (state.counters, state.links):
        yield from (
            f"a column of marks has {len(column)} entries for {count} things"
            for column in table
            if len(column) != count
        )


def _places(state: State) -> Iterator[str]:
    """Every card is in exactly one place, and the zones and the column of zones agree."""
    seen: dict[int, int] = {}
    for zone, things in enumerate(state.zones):
        for thing in things:
            if thing in seen:
                yield f"thing {thing} is in the zones {seen[thing]} and {zone}"
            seen[thing] = zone
    for thing, zone in enumerate(state.zone):
        if thing < state.seats and (zone != ASIDE or thing in seen):
            yield f"the player {thing} is in a zone"
        elif zone >= 0 and seen.get(thing) != zone:
            yield f"thing {thing} is said to be in zone {zone}, which does not hold it"
        elif zone < 0 and thing in seen:
            yield f"thing {thing} is in zone {seen[thing]} and said to be in none"
        elif zone not in (ASIDE, ATTACHED, PLAYED) and not 0 <= zone < len(state.zones):
            yield f"thing {thing} is in zone {zone}, which there is not"


def _grids(names: Names, state: State) -> Iterator[str]:
    """Each card on a grid has a place of its own there, and no other card has one."""
    lying = {thing: place for held in state.grids for place, thing in held.items()}
    if len(lying) != sum(len(held) for held in state.grids):
        yield "a card lies at two places"
    for thing, place in enumerate(state.cell):
        zone = state.zone[thing]
        on_grid = zone >= 0 and names.grid_of[zone] >= 0
        if place != (lying.get(thing, NOWHERE) if on_grid else NOWHERE) or (on_grid and place == NOWHERE):
            yield f"thing {thing} is said to lie at {place}, and does not"


def _attachments(state: State) -> Iterator[str]:
    """Hosts and what is attached to them agree; nothing hangs in a circle; what hangs has its host's controller."""
    for thing, host in enumerate(state.host):
        if (state.zone[thing] == ATTACHED) != (host != NOBODY):
            yield f"thing {thing} has the host {host} and is in zone {state.zone[thing]}"
        elif host != NOBODY:
            if state.attached[host].count(thing) != 1:
                yield f"thing {thing} hangs on {host}, which does not know it"
            if state.control[thing] != state.control[host]:
                yield f"thing {thing} hangs on {host}, which somebody else controls"
            if _circular(state, thing):
                yield f"thing {thing} hangs on itself"
    for thing, attached in enumerate(state.attached):
        yield from (
            f"thing {a} is attached to {thing}, and does not know it" for a in attached if state.host[a] != thing
        )


def _circular(state: State, thing: int) -> bool:
    above = state.host[thing]
    for _ in range(len(state.card)):
        if above == NOBODY:
            return False
        above = state.host[above]
    return True


def _amounts(names: Names, state: State) -> Iterator[str]:
    for name, i in names.counters.items():
        yield from (f"thing {e} has {n} of the counter {name}" for e, n in enumerate(state.counters[i]) if n < 0)
    bits = len(names.statuses)
    yield from (f"thing {e} has a status that there is not" for e, mask in enumerate(state.status) if mask >> bits)


def _functioning(names: Names, state: State) -> Iterator[str]:
    """The index of functioning abilities and the column agree; hands hold what can be used from them."""
    live: dict[int, list[int]] = {}
    for thing, abilities in enumerate(state.abilities):
        for ability in abilities:
            live.setdefault(ability, []).append(thing)
    for ability, things in enumerate(state.live):
        if list(things) != live.get(ability, []):
            known = names.pack.abilities[ability].id
            yield f"the ability {known} functions on {live.get(ability, [])}, but is looked for on {list(things)}"
    for things in state.held:
        for thing in things:
            if state.zone[thing] < 0 or not names.zone_playable[state.zone[thing]]:
                yield f"thing {thing} is said to be in a hand, and is not"


def _choice(state: State) -> Iterator[str]:
    """Somebody has something to choose, each option once; or the game is over."""
    if state.winners is not None:
        return
    if not 0 <= state.chooser < state.seats:
        yield "the game waits for nobody"
    if not state.options:
        yield "there is nothing to choose"
    if len(set(state.options)) != len(state.options):
        yield "an option is offered twice"
