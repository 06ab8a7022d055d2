"""Frozen values that cost no more than they must: a compilation makes hundreds of thousands of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


class Value:
    """What such values have in common: those of one class with equal positional fields are equal."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__match_args__)

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in self.__match_args__)))

    def __repr__(self) -> str:
        told = (f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({', '.join(told)})"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """A data class with slots that the type checker keeps frozen. Nothing guards it at run time: to make a guarded one
    takes three times as long, and so does to make its class."""
    return dataclass(slots=True, eq=False, repr=False)(cls)
