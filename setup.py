"""What pyproject.toml cannot say: how the compiled kernel is built, and where the variant files are installed."""

import shutil
import sysconfig
from pathlib import Path
from typing import ClassVar

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

NATIVE = Path("native")
#: Free-threaded CPython has no limited API: there the module is built for that one version of Python.
STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")


class BuildKernel(build_ext):
    """Compile as C11 with optimisation and without flags for one machine."""

    FLAGS: ClassVar[dict[str, list[str]]] = {
        "unix": ["-std=c11", "-O2", "-fvisibility=hidden"],
        "mingw32": ["-std=c11", "-O2"],
        "msvc": ["/std:c11", "/O2", "/experimental:c11atomics"],
    }

    def build_extensions(self) -> None:
        """Add the flags of the compiler that is used."""
        for extension in self.extensions:
            extension.extra_compile_args = self.FLAGS.get(self.compiler.compiler_type, [])
        super().build_extensions()


class CopyVariants(build_py):
    """Install the variant files inside the package; an editable install reads them in the checkout."""

    def build_package_data(self) -> None:
        """Add the variant files, their networks and their books to the package data."""
        super().build_package_data()
        target = Path(self.build_lib, "taflkit", "variants")
        target.mkdir(parents=True, exist_ok=True)
        for pattern in ("*.toml", "*.network", "*.book"):
            for file in Path("variants").glob(pattern):
                shutil.copyfile(file, target / file.name)


setup(
    cmdclass={"build_ext": BuildKernel, "build_py": CopyVariants},
    ext_modules=[
        Extension(
            "taflkit.kernel._native",
            sources=sorted(str(path) for room in ("core", "python") for path in (NATIVE / room).glob("*.c")),
            include_dirs=[str(NATIVE / "core")],
            depends=sorted(str(path) for path in NATIVE.glob("*/*.h")),
            optional=True,
            py_limited_api=STABLE_ABI,
            # Not every free-threaded CPython says so in its headers: those on Windows are the same for both builds.
            define_macros=[] if STABLE_ABI else [("Py_GIL_DISABLED", "1")],
        )
    ],
    # One wheel for Python 3.11 and every later version.
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE_ABI else {},
)
