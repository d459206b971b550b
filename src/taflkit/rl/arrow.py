"""Shards of datasets as Arrow files. It needs the extra `arrow`.

The columns are the arrays of `taflkit.rl.samples`, a row for each position: `observations` is a list of a fixed length,
whose shape the metadata of its field has; `policy_actions` and `policy_weights` are lists; there is no `policy_starts`.
"""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

try:
    import pyarrow as pa
except ImportError as error:
    raise ImportError("Arrow files need pyarrow: pip install 'taflkit[arrow]'") from error

from taflkit.errors import TaflError
from taflkit.files import write_whole
from taflkit.rl.samples import SCHEMA, Samples

_POLICY = ("policy_actions", "policy_weights")


def to_table(samples: Samples) -> Any:
    """Return positions as an Arrow table."""
    columns, fields = [], []
    for name in SCHEMA:
        if name == "policy_starts":
            continue
        array, metadata = getattr(samples, name), None
        if name in _POLICY:
            offsets = pa.array(samples.policy_starts.astype(np.int32))
            column = pa.ListArray.from_arrays(offsets, pa.array(array))
        elif array.ndim > 1:
            shape = array.shape[1:]
            column = pa.FixedSizeListArray.from_arrays(pa.array(array.reshape(-1)), int(np.prod(shape)))
            metadata = {"shape": json.dumps(list(shape))}
        else:
            column = pa.array(array)
        columns.append(column)
        fields.append(pa.field(name, column.type, nullable=False, metadata=metadata))
    return pa.Table.from_arrays(columns, schema=pa.schema(fields))


def save_arrow(samples: Samples, path: Path) -> None:
    """Write an Arrow file, completely or not at all."""
    table, file = to_table(samples), BytesIO()
    with pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    write_whole(path, file.getvalue())


def load_arrow(path: Path) -> Samples:
    """Read an Arrow file.

    Raises:
        TaflError: The file does not have the schema.
    """
    try:
        with pa.OSFile(str(path)) as source:
            table = pa.ipc.open_file(source).read_all().combine_chunks()
        arrays: dict[str, Any] = {}
        for name, (kind, _) in SCHEMA.items():
            if name == "policy_starts":
                continue
            field, column = table.schema.field(name), table.column(name).combine_chunks()
            if name in _POLICY:
                arrays["policy_starts"] = column.offsets.to_numpy().astype(np.int64)
                column = column.values
            elif field.metadata is not None:
                shape = json.loads(field.metadata[b"shape"])
                arrays[name] = column.values.to_numpy(zero_copy_only=False).astype(kind).reshape(-1, *shape)
                continue
            arrays[name] = column.to_numpy(zero_copy_only=False).astype(kind)
    except (KeyError, ValueError, OSError, AttributeError, TypeError) as error:
        raise TaflError(f"{path} is not a dataset: {error}") from error
    return Samples(**arrays)
