"""What pyproject.toml cannot say: how the compiled kernel is built, where it can be, and the variant files packed."""

import sys
import sysconfig
from pathlib import Path
from typing import ClassVar
from zipfile import ZipFile, ZipInfo

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

NATIVE = Path("native")
#: Python without a global lock has no stable interface yet; the build then fails, and the package does without.
STABLE = not sysconfig.get_config_var("Py_GIL_DISABLED")


class BuildKernel(build_ext):
    """Compile as C11, optimised, without machine flags and without what only debuggers read."""

    FLAGS: ClassVar[dict[str, list[str]]] = {
        "unix": ["-std=c11", "-O2", "-g0", "-fvisibility=hidden", "-fno-asynchronous-unwind-tables"],
        "mingw32": ["-std=c11", "-O2", "-g0"],
        "msvc": ["/std:c11", "/O2", "/experimental:c11atomics"],
    }

    def build_extensions(self) -> None:
        """Add our flags for the compiler that is used."""
        for extension in self.extensions:
            extension.extra_compile_args = self.FLAGS.get(self.compiler.compiler_type, [])
            # Every linker of Linux can leave symbols out; elsewhere not all can, and little is gained.
            extension.extra_link_args = ["-Wl,--strip-all"] if sys.platform == "linux" else []
        super().build_extensions()


class PackVariants(build_py):
    """Put the variant files into one archive; an editable install does without, and reads them where they are."""

    def build_package_data(self) -> None:
        """Add the pack, the same bytes for the same files, to the data of the packages."""
        super().build_package_data()
        # A wheel compresses the pack as a whole, and best if the small files can refer to the large.
        files = sorted(Path("variants").glob("*.toml"), key=lambda file: (-file.stat().st_size, file.name))
        with ZipFile(Path(self.build_lib, "taflkit", "variant", "variants.zip"), "w") as pack:
            for file in files:
                info = ZipInfo(file.name)  # of no particular day
                info.create_system, info.external_attr = 3, 0o644 << 16  # a file that everybody may read
                pack.writestr(info, file.read_bytes())


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
