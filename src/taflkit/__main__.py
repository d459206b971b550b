"""`python -m taflkit`."""

from taflkit.cli import main

main(prog_name="taflkit")
