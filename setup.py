"""What pyproject.toml cannot say: how the compiled kernel is built, where it can be, and the variant files packed."""

import json
import sys
import sysconfig
from pathlib import Path
from typing import ClassVar

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

NATIVE = Path("native")
#: Python without a global lock has no stable interface yet; the build then fails, and the package does without.
STABLE = not sysconfig.get_config_var("Py_GIL_DISABLED")
#: What makes the code of gcc larger and no faster here; the last even slower, by a tenth where moves are made and taken
#: back. What is worth being inlined is marked so. To clang some of these mean something else.
SMALL = ["-fno-plt", "-fno-align-functions", "-fno-schedule-insns2", "-fno-inline-functions", "-fno-tree-slp-vectorize"]


class BuildKernel(build_ext):
    """Compile as C11, optimised, without machine flags and without what only debuggers read."""

    FLAGS: ClassVar[dict[str, list[str]]] = {
        "unix": ["-std=c11", "-O2", "-g0", "-fvisibility=hidden", "-fno-asynchronous-unwind-tables"],
        "mingw32": ["-std=c11", "-O2", "-g0"],
        "msvc": ["/std:c11", "/O2", "/experimental:c11atomics"],
    }

    def build_extensions(self) -> None:
        """Add our flags for the compiler that is used."""
        on_linux = sys.platform == "linux"
        is_gcc = on_linux and "clang" not in self.compiler.compiler_so[0]
        for extension in self.extensions:
            extension.extra_compile_args = self.FLAGS.get(self.compiler.compiler_type, []) + (SMALL if is_gcc else [])
            # Every linker of Linux can leave symbols out; elsewhere not all can, and little is gained.
            extension.extra_link_args = ["-Wl,--strip-all"] if on_linux else []
        super().build_extensions()


class PackVariants(build_py):
    """Put the variant files into one; an editable install does without, and reads them where they are."""

    def build_package_data(self) -> None:
        """Add the pack, the text of each file by its name, to the data of the packages."""
        super().build_package_data()
        # What is alike compresses best side by side, and files of much the same size are often alike.
        files = sorted(Path("variants").glob("*.toml"), key=lambda file: (-file.stat().st_size, file.name))
        texts = {file.name: file.read_bytes().decode() for file in files}
        Path(self.build_lib, "taflkit", "variant", "variants.json").write_text(json.dumps(texts, indent=0), "utf-8")


setup(
    cmdclass={"build_ext": BuildKernel, "build_py": PackVariants},
    ext_modules=[
        Extension(
            "taflkit.kernel._native",
            sources=sorted(str(path) for path in NATIVE.glob("*.c")),
            depends=sorted(str(path) for path in NATIVE.glob("*.h")),
            optional=True,
            py_limited_api=STABLE,
        )
    ],
    # One wheel for Python 3.11 and every later version.
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE else {},
)
