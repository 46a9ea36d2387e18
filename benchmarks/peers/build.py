"""Builds the peers, from Debian's packages and PyPI's source archives."""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import shutil
import subprocess
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
BENCHMARKS = HERE.parent
ROOT = BENCHMARKS.parent

# The archives of PyPI whose C sources are compiled; the Python modules in them are not.
ARCHIVES = {"yyjson": "4.0.6", "quickjs": "1.19.4"}
PACKAGES = {"cargo": "cargo", "/usr/share/cargo/registry/serde_json-1.0.87": "librust-serde-json-dev",
            "/usr/share/cargo/registry/serde_derive-1.0.152": "librust-serde-derive-dev",
            "/usr/include/lua5.4/lua.h": "liblua5.4-dev", "/usr/lib/x86_64-linux-gnu/lua/5.4/cjson.so": "lua-cjson",
            "pip3": "python3-pip", "/usr/include/jansson.h": "libjansson-dev"}


def call(*command, **options):
    """Runs a command, quiet where it succeeds."""
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if result.returncode != 0:
        sys.exit(f"peers: {' '.join(map(str, command))} failed:\n{result.stdout}{result.stderr}")
    return result.stdout


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


def flags_of(package):
    return call("pkg-config", "--cflags", "--libs", package).split()


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
    call("swiftc", "-O", "-static-stdlib", "-parse-as-library", HERE / "foundation.swift", folder / "peer.o", "-o",
         folder / "foundation")


def build_jansson(folder):
    compile_peer(folder, "jansson", [BENCHMARKS / "baseline_jansson.c"], *flags_of("jansson"))


def build_peers(folder, library):
    """Builds all peers, and Adit's own program with a library."""
    folder.mkdir(parents=True, exist_ok=True)
    source = unpacked(folder, "yyjson") / "yyjson"
    compile_peer(folder, "yyjson", [HERE / "yyjson.c", source / "yyjson.c"], f"-I{source}")
    build_jansson(folder)
    build_rust(folder)
    build_foundation(folder)
    build_quickjs(folder)
    compile_peer(folder, "lua", [HERE / "lua.c"], *flags_of("lua5.4"))
    compile_peer(folder, "adit", [HERE / "adit.c", library], f"-I{ROOT / 'include'}", f"-Wl,-rpath,{library.parent}")
