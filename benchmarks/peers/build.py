"""Builds the peers, from Debian's packages and PyPI's source archives."""

import pathlib
import shutil
import sys
import tarfile

from measuring import HERE as BENCHMARKS, ROOT, call, compiled, flags_of, linked

HERE = pathlib.Path(__file__).resolve().parent
# The archives of PyPI whose C sources are compiled; the Python modules in them are not.
ARCHIVES = {"yyjson": "4.0.6", "quickjs": "1.19.4"}
PACKAGES = {"cargo": "cargo", "/usr/share/cargo/registry/serde_json-1.0.87": "librust-serde-json-dev",
            "/usr/share/cargo/registry/serde_derive-1.0.152": "librust-serde-derive-dev",
            "/usr/include/lua5.4/lua.h": "liblua5.4-dev", "/usr/lib/x86_64-linux-gnu/lua/5.4/cjson.so": "lua-cjson",
            "pip3": "python3-pip", "/usr/include/jansson.h": "libjansson-dev"}


def missing_packages():
    """The Debian packages that the build lacks."""
    return sorted({package for needed, package in PACKAGES.items()
                   if not (pathlib.Path(needed).exists() if needed.startswith("/") else shutil.which(needed))})


def unpacked(folder, name):
    """The sources in an archive of PyPI."""
    place = folder / f"{name}-{ARCHIVES[name]}"
    if not place.exists():
        call(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", folder,
             f"{name}=={ARCHIVES[name]}")
        with tarfile.open(folder / f"{name}-{ARCHIVES[name]}.tar.gz") as archive:
            archive.extractall(folder, filter="data")
    return place


def compile_peer(folder, name, sources, *flags, standard="c11"):
    call("cc", f"-std={standard}", "-O2", "-Wall", "-Wextra", f"-I{BENCHMARKS}", BENCHMARKS / "peer.c", *sources, "-o",
         folder / name, *flags)


def build_quickjs(folder):
    source = unpacked(folder, "quickjs") / "upstream-quickjs"
    objects = []
    for name in ("quickjs", "cutils", "libregexp", "libunicode", "libbf"):
        objects.append(folder / f"quickjs-{name}.o")
        call("cc", "-O2", "-w", "-D_GNU_SOURCE", "-DCONFIG_BIGNUM", '-DCONFIG_VERSION="adit"', "-c", source / f"{name}.c",
             "-o", objects[-1])
    compile_peer(folder, "quickjs", [HERE / "quickjs.c", *objects], "-isystem", source, "-lm", "-lpthread", "-ldl",
                 standard="gnu11")


def build_rust(folder):
    crate = folder / "rust"
    shutil.copytree(HERE / "rust", crate, dirs_exist_ok=True)
    (crate / ".cargo").mkdir(exist_ok=True)
    (crate / ".cargo/config.toml").write_text(
        '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n')
    call("cargo", "build", "--quiet", "--release", "--offline", cwd=crate)
    compile_peer(folder, "rust-serde", [crate / "target/release/libpeer.a"], "-lpthread", "-ldl", "-lm")


def build_foundation(folder):
    call("cc", "-std=c11", "-O2", f"-I{BENCHMARKS}", "-c", BENCHMARKS / "peer.c", "-o", folder / "peer.o")
    for name, source in (("foundation", "foundation.swift"), ("foundation-values", "values.swift")):
        call("swiftc", "-O", "-static-stdlib", "-parse-as-library", HERE / source, folder / "peer.o", "-o", folder / name)


def build_peers(folder):
    """Builds the peers of all messages."""
    yyjson = unpacked(folder, "yyjson") / "yyjson"
    for name, source in (("yyjson", "yyjson.c"), ("yyjson-values", "yyjson_values.c")):
        compile_peer(folder, name, [HERE / source, yyjson / "yyjson.c"], f"-I{yyjson}")
    compile_peer(folder, "jansson", [BENCHMARKS / "baseline_jansson.c"], *flags_of("jansson"))
    compile_peer(folder, "jansson-values", [HERE / "jansson_values.c"], *flags_of("jansson"))
    build_rust(folder)
    build_foundation(folder)
    build_quickjs(folder)
    compile_peer(folder, "lua", [HERE / "lua.c"], *flags_of("lua5.4"))


def build_adit(folder, library):
    """Builds Adit's programs with a library, and the core by hand that has a store."""
    compile_peer(folder, "adit", [HERE / "adit.c"], *linked(library), f"-I{ROOT / 'include'}")
    for name in ("roundtrip", "effects", "first_message", "store", "cores"):
        compiled(folder, name, *linked(library))
    compiled(folder, "scaling", *linked(library), "-lpthread", sources=[HERE / "scaling.c"])
    compiled(folder, "baseline_store", *flags_of("jansson"), "-lsqlite3")


def build_adit_values(folder, library):
    """Builds Adit's program with the library of values."""
    compile_peer(folder, "adit-values", [HERE / "adit.c"], *linked(library), f"-I{ROOT / 'include'}")
