"""The JSON Schema of variant files, made from the schema classes and the registry, for editors."""

from __future__ import annotations

import enum
import types
import typing
from typing import Any

import attrs

from taflkit.rules.fields import AREA, PIECES
from taflkit.rules.registry import QUESTIONS, answers, strategies
from taflkit.variant.convert import RULE, file_word
from taflkit.variant.schema import HELP, VariantTable

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_SIMPLE: dict[Any, Schema] = {
    str: _TEXT,
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    tuple[str, ...]: _TEXTS,
    str | tuple[str, ...]: {"anyOf": [_TEXT, _TEXTS]},
}


def json_schema() -> Schema:
    """The schema of a variant file; an extending file may leave out what it inherits."""
    schema = _table(VariantTable)
    required = schema.pop("required")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "taflkit variant",
        **schema,
        "required": ["name"],
        "if": {"not": {"required": ["extends"]}},
        "then": {"required": required},
        "$defs": {
            **{_question(protocol): _strategies(question) for question, protocol in QUESTIONS.items()},
            **{f"rule-{name}": _strategy(name, cls) for name, cls in strategies().items()},
        },
    }


def _question(protocol: type) -> str:
    return protocol.__name__.lower()


def _strategies(question: str) -> Schema:
    return {"anyOf": [{"$ref": f"#/$defs/rule-{name}"} for name, cls in strategies().items() if answers(cls, question)]}


def _strategy(name: str, cls: type) -> Schema:
    schema = _table(cls)
    schema["properties"] = {RULE: {"const": name}, **schema["properties"]}
    return schema


def _table(cls: type) -> Schema:
    attrs.resolve_types(cls)
    fields = [field for field in attrs.fields(cls) if field.init]
    return {
        "type": "object",
        "description": (cls.__doc__ or "").split("\n")[0],
        "properties": {field.name: _field(field) for field in fields},
        "required": [field.name for field in fields if field.default is attrs.NOTHING],
        "additionalProperties": False,
    }


def _field(field: attrs.Attribute[Any]) -> Schema:
    schema = _SIMPLE[str | tuple[str, ...]] if field.metadata in (AREA, PIECES) else _type(field.type)
    return {"description": field.metadata[HELP], **schema} if HELP in field.metadata else schema


def _type(kind: Any) -> Schema:
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if kind in QUESTIONS.values():
        return {"$ref": f"#/$defs/{_question(kind)}"}
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return {"enum": [file_word(member) for member in kind]}
    if attrs.has(kind):
        return _table(kind)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is dict:
        item = _type(arguments[1])
        if arguments[1] in QUESTIONS.values():
            # A label set to false removes what is inherited under it.
            item = {"anyOf": [item, {"const": False}]}
        return {"type": "object", "additionalProperties": item}
    if origin is tuple:
        return {"type": "array", "items": _type(arguments[0])}
    if origin in (types.UnionType, typing.Union):
        (inner,) = (argument for argument in arguments if argument is not type(None))
        return _type(inner)
    raise TypeError(f"no JSON Schema for {kind}")
