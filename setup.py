"""The compiled kernel: an optional extension, absent where it cannot be built."""

from pathlib import Path
from typing import ClassVar

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

NATIVE = Path("native")


class BuildKernel(build_ext):
    """Compile as C11, optimised, without machine flags and without symbols for debuggers."""

    FLAGS: ClassVar[dict[str, list[str]]] = {
        "unix": ["-std=c11", "-O2", "-g0"],
        "mingw32": ["-std=c11", "-O2", "-g0"],
        "msvc": ["/std:c11", "/O2", "/experimental:c11atomics"],
    }

    def build_extensions(self) -> None:
        """Put our flags before those of the environment, which may thus say otherwise."""
        for extension in self.extensions:
            extension.extra_compile_args = self.FLAGS.get(self.compiler.compiler_type, [])
        super().build_extensions()


setup(
    cmdclass={"build_ext": BuildKernel},
    ext_modules=[
        Extension(
            "taflkit.kernel._native",
            sources=sorted(str(path) for path in NATIVE.glob("*.c")),
            depends=sorted(str(path) for path in NATIVE.glob("*.h")),
            optional=True,
            py_limited_api=True,
        )
    ],
    # One wheel for Python 3.11 and every later version.
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
