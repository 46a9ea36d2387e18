"""Certificates of the tests' servers: good ones, and one for each fault. All are made by openssl, in one folder."""

import functools
import pathlib
import ssl
import subprocess
import tempfile

CONFIG = """
[ca]
default_ca = main
[main]
new_certs_dir = {folder}
database = {folder}/{name}.index
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
[server]
subjectAltName = DNS:{host}
basicConstraints = CA:FALSE
[authority]
basicConstraints = critical,CA:TRUE
[request]
distinguished_name = none
[none]
"""


def run(*command):
    subprocess.run(command, check=True, capture_output=True, timeout=30)


class Certificates:
    """NAME.pem, which may have a chain, and NAME.key are in the folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.make("ca", kind="authority")
        self.make("other-ca", kind="authority")
        self.make("good", "ca")
        self.make("wrong", "ca", host="other.example")
        self.make("stranger")
        self.make("expired", "ca", since="20000101000000Z", until="20010101000000Z")
        self.make("early", "ca", since="20450101000000Z", until="20460101000000Z")
        # Chains: a good one, one that lacks its middle, one of another authority, and one whose middle may not sign.
        self.make("middle", "ca", kind="authority")
        self.make("chained", "middle", chain=["middle"])
        self.make("unchained", "middle")
        self.make("other-middle", "other-ca", kind="authority")
        self.make("other-chained", "other-middle", chain=["other-middle", "other-ca"])
        self.make("forged", "good", chain=["good"])

    def make(self, name, authority=None, *, host="localhost", kind="server", since="20200101000000Z", until="20440101000000Z", chain=()):
        """A certificate that an authority has signed, or that has signed itself."""
        place = self.folder / name
        key, file, request, config = (f"{place}.{end}" for end in ("key", "pem", "csr", "cnf"))
        pathlib.Path(config).write_text(CONFIG.format(folder=self.folder, name=name, host=host))
        pathlib.Path(f"{place}.index").touch()
        run("openssl", "req", "-config", config, "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", request,
            "-subj", f"/CN={name}")
        signer = ["-cert", f"{self.folder / authority}.pem", "-keyfile", f"{self.folder / authority}.key"] if authority else ["-selfsign", "-keyfile", key]
        run("openssl", "ca", "-batch", "-notext", "-config", config, "-in", request, "-out", file, "-startdate", since, "-enddate", until,
            "-extensions", kind, *signer)
        with open(file, "a") as pem:
            pem.writelines((self.folder / f"{each}.pem").read_text() for each in chain)

    def context(self, name):
        """The TLS of a server with a certificate."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / f"{name}.pem", self.folder / f"{name}.key")
        return context


@functools.cache
def certificates():
    """Those of this process."""
    place = tempfile.TemporaryDirectory()
    made = Certificates(place.name)
    made.place = place  # it is removed with them
    return made
