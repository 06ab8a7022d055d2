"""Sets of things: a kind with its quantifier, its adjectives and its tails."""

from __future__ import annotations

from dataclasses import replace

from cardwright.runtime import ir

from .language import Det, joined
from .phrase import FORMULA, NUMBER, Phrase
from .scan import conjuncts, is_named, leaves, mentions, owner, subject
from .teller import Candidate, Named, Style, Teller, say
from .words import Adjective, Noun

AN_OPPONENT = ir.Compare("!=", ir.Ref("candidate"), ir.Ref("you"))
"""How the rules say that a player is an opponent."""
YOURS = ir.Of(ir.Ref("candidate"), ir.Ref("you"))


class Sets(Teller):
    """Says sets: "up to two tapped fighters you control with the lowest attack"."""

    # ---- sets of things ------------------------------------------------------------------------------

    def any_number(self, node: ir.Select) -> Phrase:
        number = self.lexicon.noun("own", "number")
        said = replace(self.point(Det.THAT, number), sort=FORMULA)
        self.bind(node.bind, Named(number, said=said))
        phrase = self.point(Det.ANY, number)
        return replace(phrase, plural=True, sort=NUMBER, counting=self.c.any_number_of)

    def some(self, node: ir.Select, style: Style) -> Phrase:
        if style is Style.MATCH and node.quant == "any" and node.bind in self.scene.groups:
            node = replace(node, quant="each")
        noun, filters = self._kind(node)
        plural = style in (Style.ALL, Style.KIND) or self._is_plural(node, style)
        model = Phrase(noun.form(plural), plural, noun.gender)
        group = self._whole_group(node, filters)
        if group is not None:
            said = model.with_text(say(self.c.one_of, group=replace(self.noun(group), gender=model.gender)))
            self.bind(node.bind, Named(noun, plural, node.kind == "player"))
            return said
        other = node.other or self._is_another(node, noun, filters)
        adjectives, tails = self._described(node, filters, model)
        yours = any(cond == YOURS for cond in filters)
        head = self.language.head(model, adjectives, other, yours)
        phrase = self._quantified(node, style, head, model)
        if tails:
            phrase = phrase.with_text(" ".join((phrase.text, *tails)))
        self.bind(node.bind, Named(noun, plural, node.kind == "player", owner=owner(node)))
        return phrase

    def _kind(self, node: ir.Select) -> tuple[Noun, list[ir.Cond]]:
        """The noun of a set, and the conditions that it does not say already."""
        filters = list(conjuncts(node.filters))
        if AN_OPPONENT in filters:
            filters.remove(AN_OPPONENT)
            return self.lexicon.noun("own", "opponent"), filters
        return self.lexicon.noun("kinds", node.kind), filters

    def _is_plural(self, node: ir.Select, style: Style) -> bool:
        match node.quant:
            case "each":
                return style is Style.MATCH
            case "exactly" | "up-to":
                return node.count != ir.Num(1)
            case "at-least":
                return True
            case quant:
                return quant == "any-number"

    def _quantified(self, node: ir.Select, style: Style, head: str, model: Phrase) -> Phrase:
        det = self._determiner(node, style)
        if det is not None:
            return self.language.point(det, head, model.plural, model.gender)
        if node.quant == "any-number" and style is not Style.MATCH:
            return model.with_text(say(self.c.any_number, head=head))
        match node.quant, node.count:
            case "up-to" | "at-least", ir.Num(value):
                counted = self.language.counted(value, head, model.gender)
                construct = self.c.up_to if node.quant == "up-to" else self.c.at_least
                return model.with_text(say(construct, noun=counted))
            case _, ir.Num(value):
                return model.with_text(self.language.counted(value, head, model.gender))
            case quant, count:
                constructs = {"up-to": self.c.up_to_formula, "at-least": self.c.at_least_formula}
                construct = constructs.get(quant, self.c.counted_formula)
                return model.with_text(say(construct, head=head, count=self.value(count or ir.Num(1))))

    def _determiner(self, node: ir.Select, style: Style) -> Det | None:
        match style, node.quant:
            case Style.ALL, "any" | "each":
                return Det.ALL
            case Style.KIND, _:
                return Det.KIND
            case Style.MATCH, "each" | "any-number":
                return Det.SOME
            case _, "at-least" if node.count == ir.Num(1):
                return Det.SOME
            case _, "any":
                return Det.A
            case _, "each":
                return Det.EACH
            case _, "no":
                return Det.NO
            case _:
                return None

    def _whole_group(self, node: ir.Select, filters: list[ir.Cond]) -> ir.Noun | None:
        """The group, if a set is just one of it."""
        match node.quant, filters:
            case "any", [ir.Among(ir.Ref(), group)] if not node.other and node.zone is None and node.extreme is None:
                return group
            case _:
                return None

    # ---- adjectives and tails ------------------------------------------------------------------------

    def _is_another(self, node: ir.Select, noun: Noun, filters: list[ir.Cond]) -> bool:
        """Whether a set leaves out a thing just named: "another fighter". Takes that condition off."""
        for cond in filters:
            match cond:
                case ir.Compare("!=", ir.Ref(left), ir.Ref(right)) if left in self._names(node):
                    named = self.scene.names.get(right)
                    if named is not None and named.noun == noun and not named.is_fixed:
                        filters.remove(cond)
                        return True
                case _:
                    pass
        return False

    @staticmethod
    def _names(node: ir.Select) -> tuple[str, ...]:
        """What each of a set is called in its conditions."""
        return ("candidate", node.bind) if node.bind else ("candidate",)

    def _described(self, node: ir.Select, filters: list[ir.Cond], model: Phrase) -> tuple[list[str], list[str]]:
        """The adjectives of a set, and its tails in the order in which they are said."""
        adjectives: list[str] = []
        tails: list[str] = []
        late: list[str] = []
        measures: list[str] = []
        asked: list[ir.Cond] = []
        names = self._names(node)
        for cond in filters:
            match cond:
                case ir.Is(ir.Ref(name), "status" | "tag" as what, word) if name in names:
                    adjectives.append(self.attribute(what, word, model))
                case ir.Of(ir.Ref(name), ir.Ref("you")) if name in names:
                    pass
                case ir.Of(ir.Ref(name), whose) if name in names and _is_opponents(whose):
                    adjectives.append(self.language.opposing.agree(model))
                case ir.Of(ir.Ref(name), whose) if name in names:
                    tails.append(self._owned(whose, model))
                case ir.Compare(op, ir.Part("number" | "counter" as what, number, ir.Ref(name)), right) if (
                    name in names
                ):
                    measures.append(self._measure(op, what, number, right))
                case _:
                    tail = self._tail(cond, names, model)
                    asked += [] if tail else [cond]
                    late += [tail] if tail else []
        if node.zone is not None:
            tails.append(say(self.c.in_zone, place=self.place(node.zone)))
        if measures:
            late.append(say(self.c.with_, measures=joined(measures, self.c.and_)))
        if node.extreme is not None:
            late.append(self._with_extreme(*node.extreme, model))
        return adjectives, [*tails, *late, *self._relatives(node, asked, model)]

    def _tail(self, cond: ir.Cond, names: tuple[str, ...], model: Phrase) -> str:
        """A condition in few words, "" if it takes a clause."""
        match cond:
            case ir.Compare("!=", ir.Ref(name), right) if name in names:
                return say(self.c.other_than, head=model, right=self.value(right))
            case ir.Among(ir.Ref(name), group) if name in names:
                return say(self.c.among, group=self.noun(group))
            case ir.Is(ir.Ref(name), "card", card) if name in names:
                return say(self.c.named, head=model, title=self.lexicon.plain("cards", card))
            case ir.NextTo(ir.Ref(name), other) if name in names:
                return say(self.c.next_to, other=self.noun(other))
            case _:
                return ""

    def attribute(self, what: str, word: str, model: Phrase) -> str:
        """A status or tag beside the noun it describes."""
        match self.lexicon.word("statuses" if what == "status" else "tags", word):
            case Adjective() as adjective:
                return adjective.agree(model)
            case Noun(one):
                return one

    def _owned(self, whose: ir.Noun, model: Phrase) -> str:
        if whose == self.scene.spoken_of and self.is_player(whose):
            return self.c.of_the_same
        construct = self.c.of_player if self.is_player(whose) else self.c.attached_to
        return say(construct, whose=self.noun(whose), head=model)

    def _measure(self, op: str, what: str, name: str, right: ir.Expr) -> str:
        """ "attack less than 50", "at least 3 coins" """
        match what, right:
            case "counter", ir.Num(value) if op != "!=":
                return self.counted_counters(op, name, value)
        noun = self.lexicon.noun("numbers" if what == "number" else "counters", name)
        comparison = self.comparison(op, Phrase(noun.one, False, noun.gender), self.value(right))
        return say(self.c.measure, name=noun.one, comparison=comparison)

    def counted_counters(self, op: str, name: str, value: int) -> str:
        """ "at least 3 coins", "no coins" """
        if (op, value) in (("=", 0), ("<", 1), ("<=", 0)):
            return self.point(Det.NO, self.lexicon.noun("counters", name), self.language.none_is_plural).text
        construct, number = self.bound(op, value)
        return say(construct, noun=self.counters(name, ir.Num(number)))

    def bound(self, op: str, value: int) -> tuple[str, int]:
        """A comparison with a figure as "at least", "at most" or "exactly" so many."""
        match op:
            case "<" | "<=":
                return self.c.at_most, value - (op == "<")
            case ">" | ">=":
                return self.c.at_least, value + (op == ">")
            case _:
                return self.c.exactly, value

    def comparison(self, op: str, left: Phrase, right: Phrase) -> str:
        """ "less than 50", agreeing with what is compared."""
        construct = {
            "=": self.c.equal,
            "!=": self.c.unequal,
            "<": self.c.less,
            "<=": self.c.less_equal,
            ">": self.c.more,
            ">=": self.c.more_equal,
        }[op]
        return say(construct, left=left, right=right)

    def _relatives(self, node: ir.Select, conds: list[ir.Cond], model: Phrase) -> list[str]:
        """Conditions as clauses: "that is not ill and can act", "such that ..." """
        player, names = node.kind == "player", self._names(node)
        leading = [cond for cond in conds if all(self._leads(leaf, names) for leaf in leaves(cond))]
        whiches = {cond: text for cond in conds if cond not in leading and (text := self._which(cond, names, player))}
        others = [cond for cond in conds if cond not in leading and cond not in whiches]
        texts = list(whiches.values())
        if leading:
            candidate = Candidate(self.language.relative(model, player), names, player, once=True)
            with self.asking_about(candidate):
                texts.append(self.cond(ir.And(tuple(leading)) if len(leading) > 1 else leading[0]))
        if others:
            with self.asking_about(Candidate(self.language.pronoun(model, player), names, player)):
                texts.append(say(self.c.such, cond=self.cond(ir.And(tuple(others)) if len(others) > 1 else others[0])))
        return texts

    def _which(self, cond: ir.Cond, names: tuple[str, ...], player: bool) -> str:
        """ "to which that sword can be assigned", "" if the question is of another kind."""
        match cond:
            case ir.Could(verb, roles) | ir.Was(ir.Pattern(verb, roles)) if mentions(roles, names) == 1:
                role = next((role for role, value in roles if is_named(value, names)), "")
                preposition = self.preposition(ir.Pattern(verb, roles), role)
                if preposition:
                    left = tuple(pair for pair in roles if pair[0] != role)
                    rest = replace(cond, roles=left) if isinstance(cond, ir.Could) else ir.Was(ir.Pattern(verb, left))
                    construct = self.c.to_whom if player else self.c.to_which
                    return say(construct, preposition=preposition, clause=self.cond(rest))
        return ""

    def _leads(self, cond: ir.Cond, names: tuple[str, ...]) -> bool:
        """Is the thing of one of these names the subject of a question, and spoken of nowhere else in it?"""
        match cond:
            case ir.Could(verb, roles):
                leader = self.subject_role(ir.Pattern(verb, roles), names)
            case ir.Was(event):
                leader = self.subject_role(event, names)
            case _:
                leader = subject(cond)
        return is_named(leader, names) and mentions(cond, names) == 1

    def _with_extreme(self, which: str, name: str, model: Phrase) -> str:
        special = f"{which}-{name}"
        if self.lexicon.has("extremes", special):
            return say(self.lexicon.plain("extremes", special), head=model)
        if name in self.pack.counters:
            which = {"lowest": "fewest", "highest": "most"}[which]
        if which in ("lowest", "highest"):
            noun = self.lexicon.noun("numbers", name)
            construct = self.c.with_lowest if which == "lowest" else self.c.with_highest
            phrase = Phrase(noun.one, gender=noun.gender)
        else:
            noun = self.lexicon.noun("counters" if name in self.pack.counters else "kinds", name)
            construct = {
                "fewest": self.c.with_fewest,
                "most": self.c.with_most,
                "strictly-fewest": self.c.with_strictly_fewest,
                "strictly-most": self.c.with_strictly_most,
            }[which]
            phrase = Phrase(noun.many, True, noun.gender)
        return say(construct, name=phrase, the=self.point(Det.THE, noun), head=model)


def _is_opponents(whose: ir.Noun) -> bool:
    """Is it any opponent, whom nothing else speaks of?"""
    match whose:
        case ir.Select("any" | "each", "player", filters, None, False, None, None, ""):
            return list(conjuncts(filters)) == [AN_OPPONENT]
        case _:
            return False
