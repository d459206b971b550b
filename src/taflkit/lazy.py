"""Packages whose names are imported when they are first used, so that importing the package itself costs little.

Type checkers see ordinary imports, which stand under `if TYPE_CHECKING`; the function that `names_of` returns becomes
the `__getattr__` of the package.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def names_of(
    package: str, modules: Mapping[str, Iterable[str]], *, submodules: Iterable[str] = ()
) -> Callable[[str], Any]:
    """Return the function that imports the names of a package.

    Args:
        package: The package, as its `__name__` says.
        modules: The names that each module of the package defines, by the name of the module.
        submodules: The modules that are themselves attributes of the package.
    """
    module_of = {name: module for module, names in modules.items() for name in names}
    reachable = frozenset(submodules)

    def find(name: str) -> Any:
        if name in reachable:
            return import_module(f"{package}.{name}")
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{module_of[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return find
