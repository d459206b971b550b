"""The JSON Schema of variant files, for editors, generated from the schema classes and the registries.

Every part exists twice: for complete files, and as `changes` for a file with `extends`, where every key may be left
out because it may be inherited, and `false` removes.
"""

from __future__ import annotations

import enum
import types
import typing
from typing import Any

import attrs

from taflkit.rules.fields import AREA, PIECES
from taflkit.rules.protocols import ONE_ANSWER, QUESTIONS
from taflkit.rules.registry import answers, strategies
from taflkit.variant.build import INHERITANCE
from taflkit.variant.convert import MAX_INT, file_word
from taflkit.variant.description import HELP
from taflkit.variant.extends import DEFAULT_KIND, EXTENDS, GAME, Inheritance
from taflkit.variant.files import NAME_PATTERN
from taflkit.variant.kinds import kind_named, kind_names
from taflkit.variant.schema import RULE, RulesTable, VariantTable

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_SIMPLE: dict[Any, Schema] = {
    str: _TEXT,
    int: {"type": "integer", "minimum": -MAX_INT, "maximum": MAX_INT},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    str | tuple[str, ...]: {"anyOf": [_TEXT, _TEXTS]},
}
# For fields of plug-ins whose type JSON Schema cannot express.
_ANYTHING: Schema = {}
_PROTOCOLS = tuple(QUESTIONS.values())
# The question that needs at least one answer.
_MOVEMENT = "movement"


def json_schema() -> Schema:
    """Return the JSON Schema of variant files of every kind of game.

    The key `game` decides by which kind's schema a file is checked. A file that only extends another need not have
    it, and is checked by the schema of the kind that fits it.
    """
    names = kind_names()
    parts = {name: {"$ref": f"#/$defs/{name}"} for name in names}
    of_kind = [
        {"if": {"required": [GAME], "properties": {GAME: {"const": name}}}, "then": part}
        for name, part in parts.items()
    ]
    without = {
        "if": {"required": [GAME]},
        "else": {"if": {"required": [EXTENDS]}, "then": {"anyOf": list(parts.values())}, "else": parts[DEFAULT_KIND]},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "taflkit variant",
        "type": "object",
        "properties": {GAME: {"enum": list(names)}},
        "allOf": [*of_kind, without],
        "$defs": {name: _moved(kind_named(name).schema(), name) for name in names},
    }


def _moved(schema: Any, name: str) -> Any:
    """Return the schema of a kind as a part of another one, to which its references must lead."""
    if isinstance(schema, dict):
        return {
            key: inner.replace("#/", f"#/$defs/{name}/", 1) if key == "$ref" else _moved(inner, name)
            for key, inner in schema.items()
        }
    return [_moved(inner, name) for inner in schema] if isinstance(schema, list) else schema


def file_schema(cls: type, inheritance: Inheritance, parts: dict[str, Schema] | None = None) -> Schema:
    """Return the schema of the files of one kind; one that extends another may leave out what it inherits.

    Args:
        cls: The class that files are converted into.
        inheritance: How its files inherit.
        parts: Schemas to which others refer, by their names.
    """
    return {
        "type": "object",
        "if": {"required": [EXTENDS]},
        "then": {"$ref": "#/$defs/changes"},
        "else": {"$ref": "#/$defs/whole"},
        "$defs": {
            "whole": _variant(cls, inheritance, changes=False),
            "changes": _variant(cls, inheritance, changes=True),
            **(parts or {}),
        },
    }


def tafl_schema() -> Schema:
    """Return the schema of tafl's files."""
    return file_schema(VariantTable, INHERITANCE, {**_parts(changes=False), **_parts(changes=True)})


def _variant(cls: type, inheritance: Inheritance, changes: bool) -> Schema:
    schema = _table(cls)
    properties = schema["properties"]
    properties["name"] = {**properties["name"], "pattern": f"^{NAME_PATTERN}$"}
    if changes:
        inherited = _table(cls, changes)["properties"]
        properties |= {key: inherited[key] for key in inheritance.keys}
        schema["required"] = ["name"]
    return schema


def _parts(changes: bool) -> dict[str, Schema]:
    """Return the schemas of the answers to each question and of the table of each rule."""
    parts = {_question(protocol): _answers(question, changes) for question, protocol in QUESTIONS.items()}
    parts |= {f"rule-{name}": _rule(name, cls, changes) for name, cls in strategies().items()}
    return {_reference(part, changes): schema for part, schema in parts.items()}


def _reference(part: str, changes: bool) -> str:
    return f"changes-{part}" if changes else part


def _refer(part: str, changes: bool) -> Schema:
    return {"$ref": f"#/$defs/{_reference(part, changes)}"}


def _question(protocol: type) -> str:
    return protocol.__name__.lower()


def _answers(question: str, changes: bool) -> Schema:
    """Return the schema of a table that names a rule which answers a question; in changes the name may be inherited."""
    schema: Schema = {"anyOf": [_refer(f"rule-{name}", changes) for name in _names(question)]}
    return schema if changes else {"required": [RULE], **schema}


def _names(question: str) -> list[str]:
    return [name for name, cls in strategies().items() if answers(cls, question)]


def _rule(name: str, cls: type, changes: bool) -> Schema:
    try:
        schema = _table(cls, changes)
    except NameError:  # A plug-in may import a type only for type checkers.
        schema = {"type": "object", "properties": {}}
    schema["properties"] = {RULE: {"const": name}, **schema["properties"]}
    return schema


def _table(cls: type, changes: bool = False) -> Schema:
    attrs.resolve_types(cls)
    fields = {field.alias or field.name: field for field in attrs.fields(cls) if field.init}
    required = [name for name, field in fields.items() if field.default is attrs.NOTHING]
    return {
        "type": "object",
        "description": (cls.__doc__ or "").split("\n")[0],
        "properties": {name: _field(cls, field, changes) for name, field in fields.items()},
        "required": [] if changes else required,
        "additionalProperties": False,
    }


def _field(cls: type, field: attrs.Attribute[Any], changes: bool) -> Schema:
    if field.metadata in (AREA, PIECES):
        schema = _SIMPLE[str | tuple[str, ...]]
    elif cls is RulesTable and field.name in QUESTIONS and field.name not in ONE_ANSWER:
        schema = _labelled(field.name, changes)
    else:
        schema = _type(field.type, changes)
    schema = {**schema, **_bounds(field.validator)}
    return {"description": field.metadata[HELP], **schema} if HELP in field.metadata else schema


def _bounds(validator: Any) -> Schema:
    """Return the bounds that the validators of attrs set; several validators are held by one."""
    words = {">=": "minimum", "<=": "maximum", ">": "exclusiveMinimum", "<": "exclusiveMaximum"}
    each = [(getattr(one, "compare_op", None), one) for one in getattr(validator, "_validators", [validator])]
    return {words[compare]: one.bound for compare, one in each if compare in words}


def _labelled(question: str, changes: bool) -> Schema:
    """Return the schema of a table of rules under labels; a label may be the name of the rule."""
    answer = _refer(_question(QUESTIONS[question]), changes)
    schema: Schema = {"type": "object"}
    if changes:
        schema["additionalProperties"] = _removable(answer)
        return schema if question == _MOVEMENT else _removable(schema)
    schema["properties"] = {
        name: {"if": {"required": [RULE]}, "then": answer, "else": _refer(f"rule-{name}", changes)}
        for name in _names(question)
    }
    if question == _MOVEMENT:
        schema["minProperties"] = 1
    return {**schema, "additionalProperties": answer}


def _removable(schema: Schema) -> Schema:
    """Allow `false`, which removes what is inherited."""
    return {"anyOf": [schema, {"const": False}]}


def _type(kind: Any, changes: bool) -> Schema:
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if kind in _PROTOCOLS:
        return _refer(_question(kind), changes)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return {"enum": [file_word(member) for member in kind]}
    if attrs.has(kind):
        schema = _table(kind, changes)
        return _removable(schema) if changes and kind is not RulesTable else schema
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is dict:
        item = _type(arguments[1], changes)
        schema = {"type": "object", "additionalProperties": _removable(item) if changes else item}
        return _removable(schema) if changes else schema
    if origin is typing.Literal:
        return {"enum": list(arguments)}
    if origin in (list, set, frozenset) or (origin is tuple and arguments[1:] == (...,)):
        return {"type": "array", "items": _type(arguments[0], changes)}
    if origin in (types.UnionType, typing.Union):
        inner = [argument for argument in arguments if argument is not type(None)]
        return _type(inner[0], changes) if len(inner) == 1 else {"anyOf": [_type(each, changes) for each in inner]}
    return _ANYTHING
