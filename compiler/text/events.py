"""Events as clauses: what happens, may not happen, happened, or is to be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cardwright.runtime import ir

from .language import Det, Mood
from .phrase import FORMULA, NUMBER, Phrase, Template
from .scan import weight
from .teller import Named, Style, Teller, say
from .words import Adjective, Noun, VerbWord

Roles = tuple[tuple[str, ir.Expr], ...]
Places = dict[str, ir.Expr]
"""What goes into the places of a clause, or fills the roles of a verb."""
TURN = ir.Word("active-player")
"""What is set when a player takes the turn."""
_NOBODY = Phrase("", person=2)
"""The subject of a clause that addresses the reader: unsaid."""


class Events(Teller):
    """Says events by the clauses of their verb: one that has a place for every role."""

    def clause(self, event: ir.Pattern, mood: Mood, denied: bool = False, style: Style = Style.MATCH) -> str:
        word = self.lexicon.verb(self._entry_name(event.verb, event.roles))
        places = places_of(event.verb, event.roles)
        template = self._template(word, places, self.scene.candidates[-1].names if self.scene.candidates else ())
        if template is None:
            return self._unsaid(event.verb, places)
        values = self._phrases(event.verb, dict(event.roles), template, style)
        subject = values.get(template.first)
        if subject is not None and self.scene.elided is not None and places[template.first] == self.scene.elided:
            values[template.first] = replace(subject, text="", subject="")
        return self._conjugated(word, template, values, mood, denied)

    def subject_role(self, event: ir.Pattern, names: tuple[str, ...] = ()) -> ir.Expr | None:
        word = self.lexicon.verb(self._entry_name(event.verb, event.roles))
        places = places_of(event.verb, event.roles)
        template = self._template(word, places, names)
        return places.get(template.first) if template is not None else None

    def preposition(self, event: ir.Pattern, role: str) -> str:
        word = self.lexicon.verb(self._entry_name(event.verb, event.roles))
        template = self._template(word, places_of(event.verb, event.roles), ())
        return template.preposition(role) if template is not None else ""

    def deed(self, step: ir.Do, mood: Mood) -> str:
        word = self.lexicon.verb(self._entry_name(step.verb, step.roles, mood is not Mood.DO))
        roles = self._with_defaults(step)
        places = places_of(step.verb, roles)
        order = self._order(word, places)
        template = order or self._finite(word, places)
        if template is None:
            return self._unsaid(step.verb, places)
        given = {role: value for role, value in roles if role in template.places or role not in places}
        values = self._phrases(step.verb, given, template, Style.PLAIN)
        if order is None:
            self._take_up(places, template, values)
        elif template is word.active:
            values[template.first] = _NOBODY
        text = self._conjugated(word, template, values, mood if order is not None else Mood.FACT)
        self._bind_outcome(step)
        return text

    def addressed(self, step: ir.Do, mood: Mood) -> bool:
        """Whether a step can be said to whoever does it ("kill it"), without another subject."""
        word = self.lexicon.verb(self._entry_name(step.verb, step.roles, mood is not Mood.DO))
        return self._order(word, places_of(step.verb, self._with_defaults(step))) is not None

    # ---- clauses -------------------------------------------------------------------------------------

    def _template(self, word: VerbWord, places: Places, names: tuple[str, ...]) -> Template | None:
        """The clause that says everything given, with the most definite thing as its subject."""
        given = frozenset((*places, "verb"))
        fitting = [it for it in (word.active, word.passive) if it is not None and it.fits(given)]
        return max(fitting, key=lambda it: weight(places.get(it.first, ir.Num(0)), names), default=None)

    def _order(self, word: VerbWord, places: Places) -> Template | None:
        """The clause without a subject: nobody is named as doing it, or the one spoken to is."""
        doer = {place for place, value in places.items() if value == (self.scene.doer or ir.Ref("you"))}
        for template in (word.do, word.active):
            if template is None:
                continue
            left = {place for place in places if place not in doer or place in template.places} | {"verb"}
            if template is word.active:
                if template.first in left and template.first not in doer:
                    continue
                left.add(template.first)
            if template.fits(frozenset(left)):
                return template
        return None

    def _finite(self, word: VerbWord, places: Places) -> Template | None:
        given = frozenset((*places, "verb"))
        return next((it for it in (word.active, word.passive) if it is not None and it.fits(given)), None)

    def _take_up(self, places: Places, template: Template, values: dict[str, Phrase]) -> None:
        """A subject just named becomes a pronoun. It is not left out altogether: that would read as an order."""
        if self.scene.topic is not None and places.get(template.first) == self.scene.topic:
            again = self.language.again(values[template.first], False)
            values[template.first] = again if again.as_subject else replace(again, subject=None)

    def _conjugated(
        self, word: VerbWord, template: Template, values: dict[str, Phrase], mood: Mood, denied: bool = False
    ) -> str:
        subject = values.get(template.first)
        forms = word.do_forms if template is word.do else word.forms
        verb = self.language.verb(forms, mood, template is word.passive, subject, denied)
        filled = {**values, "verb": Phrase(verb)}
        if subject is not None:
            filled[template.first] = self.as_subject(subject)
        return template.fill(filled)

    def _unsaid(self, verb: str, places: Places) -> str:
        if not self.lexicon.has("verbs", verb):
            return f"‹{verb}›"
        names = " and ".join(f"{{{place}}}" for place in sorted(places)) or "no place"
        return self.lexicon.hole("verbs", verb, f"a clause with {names}")

    # ---- roles ---------------------------------------------------------------------------------------

    def _with_defaults(self, step: ir.Do) -> Roles:
        """The roles of a call, and the figures that it leaves to the verb."""
        given = {role for role, _ in step.roles}
        params = self.params_of(step.verb)
        defaults = ((p.name, p.default) for p in params if p.name not in given and isinstance(p.default, ir.Num))
        return (*step.roles, *((name, value) for name, value in defaults if value is not None))

    def _entry_name(self, verb: str, roles: Roles, made: bool = False) -> str:
        """Which entry of the verbs says this: some of the engine's verbs have several. made: somebody makes it so."""
        given = dict(roles)
        match verb, given.get("token"):
            case "put" | "remove", ir.Word(token) if token in self.pack.counters:
                holder = "player" if self.is_player(given["object"]) else "card"
                return f"{verb} on {holder}"
            case "put" | "remove", ir.Word():
                return f"{'made ' if made else ''}{verb} status"
            case "set", None if given["name"] == TURN:
                return "set turn"
            case "set", None if (change := _change(given)) is not None:
                return change[0]
            case "change", _ if made:
                return "made change"
            case "give", None if given.get("player") == ir.Ref("you"):
                return "take"
            case _:
                return verb

    def _phrases(self, verb: str, roles: Places, template: Template, style: Style) -> dict[str, Phrase]:
        """What stands in the places, said in the order in which it is read."""
        match verb:
            case "put" | "remove":
                return self._token(roles, style)
            case "set" if roles["name"] == TURN:
                return {"value": self._role(verb, "value", roles["value"], style)}
            case "set":
                return self._setting(roles)
            case "begin" | "end":
                return {"what": self.edge(roles)}
            case _:
                ordered = sorted(roles, key=template.order.index)
                return {place: self._role(verb, place, roles[place], style) for place in ordered}

    def _role(self, verb: str, role: str, value: ir.Expr, style: Style) -> Phrase:
        match value:
            case ir.Place() if self._takes_place(verb, role, "to"):
                return self.destination(value)
            case ir.Ref() | ir.Part() | ir.Select() if self._takes_place(verb, role, "to"):
                return Phrase(say(self.c.into, place=self.noun(value, style)))
            case ir.Place() if self._takes_place(verb, role):
                return self.place(value)
            case ir.Word(word) if (verb, role) == ("change", "name"):
                return self.point(Det.THE, self.lexicon.noun("names", word))
            case ir.Word(word) if (verb, role) == ("act", "action"):
                return Phrase(self.lexicon.plain("labels", word))
            case ir.Ref() | ir.Part() | ir.Player() | ir.Place() | ir.Select():
                return self.noun(value, style)
            case _:
                return self.value(value)

    def _takes_place(self, verb: str, role: str, preposition: str | None = None) -> bool:
        params = (param for param in self.params_of(verb) if param.name == role and param.type == "zone")
        return any(preposition in (None, param.preposition) for param in params)

    def _token(self, roles: dict[str, ir.Expr], style: Style) -> dict[str, Phrase]:
        """A status or counters put on something or removed from it."""
        target = self._role("put", "object", roles["object"], style)
        token = roles["token"]
        name = token.value if isinstance(token, ir.Word) else ""
        if name in self.pack.counters:
            return {"object": target, "token": self.counters(name, roles.get("amount") or ir.Num(1))}
        match self.lexicon.word("statuses", name):
            case Adjective() as adjective:
                return {"object": target, "token": Phrase(adjective.agree(target))}
            case Noun() as noun:
                return {"object": target, "token": self.point(Det.A, noun)}

    def counters(self, name: str, amount: ir.Expr) -> Phrase:
        """So many of a counter: "3 coins"."""
        noun = self.lexicon.noun("counters", name)
        count = self.value(amount)
        head = noun.form(count.plural or count.sort == FORMULA)
        construct = self.c.counted if count.sort == NUMBER else self.c.counted_formula
        return Phrase(say(construct, count=count, head=head), count.plural, noun.gender)

    def _setting(self, roles: dict[str, ir.Expr]) -> dict[str, Phrase]:
        word = roles["name"]
        name = word.value if isinstance(word, ir.Word) else ""
        change = _change(roles)
        value = self.value(change[1] if change is not None else roles["value"])
        match roles.get("object"):
            case None:
                target = self.point(Det.THE, self.lexicon.noun("variables", name))
            case ir.Ref() | ir.Part() | ir.Player() | ir.Place() | ir.Select() as owner:
                what = "counter" if name in self.pack.counters else "link"
                target = self.noun(ir.Part(what, name, owner))
            case other:
                target = self.value(other)
        return {"name": target, "value": value}

    def edge(self, roles: Mapping[str, ir.Expr]) -> Phrase:
        """The turn or the step of it that begins or ends: "your turn", "the draw step"."""
        word = roles.get("name")
        noun = self.lexicon.noun("steps", word.value if isinstance(word, ir.Word) else "turn")
        match roles.get("of"):
            case ir.Ref() | ir.Part() | ir.Player() | ir.Select() as owner:
                return self.language.possessed(noun.one, False, noun.gender, self.noun(owner, Style.MATCH))
            case _:
                return self.point(Det.EACH, noun)

    # ---- what comes out ------------------------------------------------------------------------------

    def _bind_outcome(self, step: ir.Do) -> None:
        """The name of an outcome: a number for a roll, a card for a copy, else what the texts call it."""
        if not step.bind:
            return
        match step.verb:
            case "copy":
                self.bind(step.bind, Named(self.lexicon.noun("names", "copy"), said=self._the_name("copy")))
            case "roll":
                said = replace(self._the_name("result"), sort=FORMULA)
                self.bind(step.bind, Named(self.lexicon.noun("names", "result"), said=said))
            case _:
                name = step.bind if self.lexicon.has("names", step.bind) else "result"
                self.bind(step.bind, Named(self.lexicon.noun("names", name), said=self._the_name(name)))

    def _the_name(self, name: str) -> Phrase:
        return self.point(Det.THE, self.lexicon.noun("names", name))


def places_of(verb: str, roles: Roles) -> Places:
    """The places that a clause of the verb must have, with what goes there."""
    given = dict(roles)
    match verb:
        case "put" | "remove":
            return {"object": given["object"], "token": given["token"]}
        case "set" if given["name"] == TURN:
            return {"value": given["value"]}
        case "set":
            return {"name": given["name"], "value": given["value"]}
        case "begin" | "end":
            return {"what": given["name"]}
        case _:
            return given


def _change(roles: Places) -> tuple[str, ir.Expr] | None:
    """A setting that only adds or takes away: which of the two, and how much."""
    name, owner = roles["name"], roles.get("object")
    match roles["value"]:
        case ir.Arith("+" | "-" as op, ir.Var(old), amount) if owner is None and name == ir.Word(old):
            return ("raise" if op == "+" else "lower"), amount
        case ir.Arith("+" | "-" as op, ir.Part("counter", old, of), amount) if of == owner and name == ir.Word(old):
            return ("raise" if op == "+" else "lower"), amount
        case _:
            return None
