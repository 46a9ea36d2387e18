"""The screens of examples/browser, used in a headless Chromium.

usage: test_browser.py CORES SHOWCASE [--screenshots DIRECTORY] [ARGUMENT OF unittest ...]
"""

import argparse
import sys
import unittest
from pathlib import Path

from access_tests import AccessTests, GoneTests
from devtools import Browser
from opening_tests import OpeningTests
from screen_tests import run
from screenshots import Screenshots
from todo_page_tests import TodoTests
from travel_page_tests import TravelTests


def load_tests(loader: unittest.TestLoader, *_: object) -> unittest.TestSuite:
    cases = [Screenshots] if run.screenshots else [OpeningTests, TodoTests, AccessTests, GoneTests, TravelTests]
    return unittest.TestSuite(loader.loadTestsFromTestCase(case) for case in cases)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("cores")
    parser.add_argument("showcase")
    parser.add_argument("--screenshots", type=Path, help="only make the images of the documentation, in this directory")
    rest = parser.parse_known_args(namespace=run)[1]
    run.browser = Browser()
    try:
        unittest.main(argv=[sys.argv[0], *rest])
    finally:
        run.browser.close()


if __name__ == "__main__":
    main()
