#!/usr/bin/env python3
"""Shows an app's screen in browsers of this machine: the pages are clients of one core, on the real clock.

    serve.py      the command line
    server.py     the HTTP server
    clients.py    the connected pages
    apps.py       the apps, and the configs of their cores
    pages/        the pages
"""

import argparse
import pathlib
import signal
import sys
import threading

# The binding, where it is not installed (pip install bindings/python).
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "bindings/python/src"))

import adit  # noqa: E402
from apps import APPS, make_config  # noqa: E402
from clients import Clients  # noqa: E402
from server import Server  # noqa: E402


def port(text: str) -> int:
    if not 0 <= int(text) <= 65535:
        raise ValueError
    return int(text)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Shows an app's screen in browsers of this machine.")
    parser.add_argument("library", help="the library of the app, such as build/lib/libadit_cores.so")
    parser.add_argument("app", choices=APPS)
    parser.add_argument("--port", type=port, default=0, help="the port on 127.0.0.1; a free one by default")
    parser.add_argument("--store", help="the file that keeps the state; by default, it is in memory only")
    parser.add_argument("--config", help="a file with keys of the core's config (docs/abi.md)")
    return parser.parse_args()


def drive(core: adit.Core) -> None:
    """Handles messages until the core is closed."""
    try:
        while True:
            core.process(timeout=None)
    except (adit.NoCoreError, adit.ClosedError):
        pass


def serve(core: adit.Core, clients: Clients, app: str, port: int) -> None:
    """Serves the core until the program is interrupted."""
    with Server(port, APPS[app], core, clients) as server:
        driver = threading.Thread(target=drive, args=(core,))
        driver.start()
        print(server.url, flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass
        finally:
            clients.end()
            core.close()
            driver.join()


def main() -> int:
    arguments = parse_arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    clients = Clients()
    try:
        config = make_config(APPS[arguments.app], arguments.store, arguments.config)
        core = adit.Library(arguments.library).open(arguments.app, config, on_text=clients.receive)
        serve(core, clients, arguments.app, arguments.port)
    except (adit.Error, OSError, ValueError) as error:
        print(f"serve.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
