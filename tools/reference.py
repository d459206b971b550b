"""A Griffe extension for the API reference: how attrs classes are constructed, and fields without technicalities.

Griffe reads the source without running it, and knows the constructors of dataclasses only. Without this extension an
attrs class has no signature, a field is shown with its call of `attrs.field`, and the members of an enumeration are
labelled as attributes of class and instance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from griffe import (
    Attribute,
    Class,
    Expr,
    ExprCall,
    ExprKeyword,
    Extension,
    Function,
    Module,
    Parameter,
    ParameterKind,
    Parameters,
)

CLASSES = ("attrs.frozen", "attrs.define", "attrs.mutable")
FIELD = "attrs.field"
ENUMERATIONS = ("Enum", "IntEnum", "StrEnum")
TECHNICAL = {"class-attribute", "instance-attribute"}


class Reference(Extension):
    """Adds the method `__init__` that attrs makes, and reduces the value of a field to its default."""

    def on_package(self, *, pkg: Module, **_kwargs: Any) -> None:
        """Go through all classes of a package that was read."""
        for cls in _classes(pkg):
            options = _options(cls)
            if options is not None:
                _describe(cls, constructed=options.get("init") != "False")
            elif any(str(base).rpartition(".")[2] in ENUMERATIONS for base in cls.bases):
                for member in cls.attributes.values():
                    member.labels.difference_update(TECHNICAL)


def _classes(inside: Module | Class) -> Iterator[Class]:
    for member in inside.members.values():
        if isinstance(member, Module | Class):
            if isinstance(member, Class):
                yield member
            yield from _classes(member)


def _options(cls: Class) -> dict[str, str] | None:
    """The arguments of the decorator of an attrs class; `None` for other classes."""
    for decorator in cls.decorators:
        if isinstance(decorator.value, Expr) and decorator.value.canonical_path in CLASSES:
            return {name: str(value) for name, value in _arguments(decorator.value).items()}
    return None


def _arguments(call: object) -> dict[str, str | Expr]:
    keywords = call.arguments if isinstance(call, ExprCall) else []
    return {keyword.name: keyword.value for keyword in keywords if isinstance(keyword, ExprKeyword)}


def _describe(cls: Class, *, constructed: bool) -> None:
    parameters = [Parameter("self", kind=ParameterKind.positional_or_keyword)]
    for field in list(cls.members.values()):
        if not isinstance(field, Attribute) or field.annotation is None or "ClassVar" in str(field.annotation):
            continue
        arguments = _arguments(field.value) if _is_field(field.value) else {}
        if _is_field(field.value):
            field.value = _default(arguments)
        field.labels.difference_update(TECHNICAL)
        if str(arguments.get("init")) != "False":
            parameters.append(
                Parameter(
                    field.name.lstrip("_"),
                    annotation=field.annotation,
                    kind=ParameterKind.positional_or_keyword,
                    default=field.value,
                )
            )
    if constructed and "__init__" not in cls.members:
        made = Function("__init__", parameters=Parameters(*parameters), returns="None")
        cls.set_member("__init__", made)


def _is_field(value: object) -> bool:
    return isinstance(value, ExprCall) and value.function.canonical_path == FIELD


def _default(arguments: dict[str, str | Expr]) -> str | Expr | None:
    if "factory" in arguments:
        return f"{arguments['factory']}()"
    return arguments.get("default")
