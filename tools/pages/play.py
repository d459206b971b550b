"""The board on the site: the page of `taflkit play --display`, with Python in the reader's browser.

Pyodide comes from the npm package of that name, which `npm install` puts into `node_modules`. A site that is built
without it has no board.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path

import taflkit
from taflkit.variant.files import built_in_directory
from taflkit.web.page_files import page_files

FOLDER = "board"
"""Where the board is, below the root of the site."""
PAGE = "play.md"
"""The page that leads to it."""
_ROOT = Path(__file__).parents[2]
#: The files of Pyodide that a page needs: its loader, Python, and the standard library.
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
#: What the library imports when games are played.
_DEPENDENCIES = ("attrs", "platformdirs")
#: Of the library itself, what a page in the browser cannot use.
_LEFT_OUT = ("cli", "match", "players", "engines", "rl", "processes")
#: The page may load nothing from elsewhere; WebAssembly is compiled by the worker.
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)


def pyodide() -> Path | None:
    """Return the folder of the npm package, `None` if it is not installed."""
    found = Path(os.environ.get("TAFLKIT_PYODIDE") or _ROOT / "node_modules" / "pyodide")
    return found if all((found / name).is_file() for name in _PYODIDE) else None


def files() -> dict[str, bytes]:
    """Return the files of the board by their paths on the site; none if Pyodide is not there."""
    source = pyodide()
    if source is None:
        return {}
    found = page_files()
    page = found.pop("index.html").decode()
    page = page.replace('<html lang="en">', '<html lang="en" data-transport="worker">')
    head = f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    found["index.html"] = page.replace('<meta charset="utf-8">', head).encode()
    loaded = {name: (source / name).read_bytes() for name in _PYODIDE} | {"library.zip": library()}
    found |= loaded
    sizes = {name: len(content) for name, content in loaded.items() if name != "pyodide-lock.json"}
    found["files.json"] = json.dumps(sizes).encode()
    return {f"{FOLDER}/{name}": content for name, content in found.items()}


def library() -> bytes:
    """Return the library with its variants and all that it imports, as an archive for `site-packages`."""
    content: dict[str, bytes] = {}
    package = Path(taflkit.__file__).parent
    for path in sorted(package.rglob("*.py")):
        inside = path.relative_to(package)
        if inside.parts[0] not in _LEFT_OUT:
            content[f"taflkit/{inside.as_posix()}"] = path.read_bytes()
    for path in sorted(built_in_directory().iterdir()):
        if path.suffix in (".toml", ".network", ".book"):
            content[f"taflkit/variants/{path.name}"] = path.read_bytes()
    for name in _DEPENDENCIES:
        content |= _files_of(distribution(name))
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            # Without a date, so that the same library makes the same archive.
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def _files_of(package: Distribution) -> dict[str, bytes]:
    found = {}
    for path in package.files or ():
        if path.suffix == ".py" or path.name in ("METADATA", "RECORD"):
            found[path.as_posix()] = Path(str(path.locate())).read_bytes()
    return {name: data for name, data in found.items() if not name.startswith("..")}


def button(variant: str) -> str:
    """Return the Markdown of the button that plays a variant; empty if the site has no board."""
    if pyodide() is None:
        return ""
    return f"[Play it in your browser](../{FOLDER}/index.html?variant={variant}){{ .md-button .md-button--primary }}"
