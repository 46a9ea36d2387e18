"""The library that is built from values/: in build/values, where its lines may be changed."""

from measuring import HERE, ROOT, call

PACKAGE = ROOT / "build/values"


def restored_package():
    """The package as it is in the repository. What has not changed keeps its time, so that little is built anew."""
    source = HERE / "values"
    for folder in ("Sources", "Tests"):
        for file in (PACKAGE / folder).rglob("*.swift"):
            if not (source / file.relative_to(PACKAGE)).exists():
                file.unlink()
    for name in call("git", "-C", source, "ls-files", "--cached", "--others", "--exclude-standard").splitlines():
        file, copy = source / name, PACKAGE / name
        if file.is_file() and not (copy.exists() and copy.read_bytes() == file.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    return PACKAGE


def built_library(package):
    """Builds a package's library; takes as long as scripts/build at first."""
    build = package / "build"
    if not (build / "Makefile").exists():
        call("cmake", "-S", package, "-B", build)
    call("cmake", "--build", build)
    return (build / "lib/libvalues.so").resolve()
