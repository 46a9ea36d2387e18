"""Servers whose TLS is no good."""

import os
import pathlib
import socket
import ssl
import struct
import time

from certificates import certificates
from driver import FaultCase

HEAD = b"HTTP/1.1 200 OK\r\n"
TEXT = [("http", "text")]


def read_head(connection):
    """Reads the head of a request."""
    head = b""
    while b"\r\n\r\n" not in head:
        head += connection.recv(65536)


def answer(connection):
    read_head(connection)
    connection.sendall(HEAD + b"Content-Length: 2\r\nConnection: close\r\n\r\nok")


class TlsCase(FaultCase):
    def serve(self, name, handle=answer):
        """The URL of a server with a certificate."""
        return f"https://localhost:{self.listen(handle, certificates().context(name))}"

    def expect_tls(self, name, words, **more):
        url = self.serve(name)
        self.expect(self.open(allow=[url]), "tls", words, url, **more)


class Certificates(TlsCase):
    def test_a_good_one(self):
        for name in ("good", "chained"):
            url = self.serve(name)
            self.assertEqual(self.open(allow=[url]).call("http", {"url": url})["body"], {"text": "ok"})

    def test_one_that_is_not_good(self):
        for name, words in (("stranger", "self-signed certificate"), ("wrong", "localhost"), ("expired", "certificate has expired"),
                            ("early", "not yet valid")):
            self.expect_tls(name, words)

    def test_a_chain_that_is_not_good(self):
        for name, words in (("unchained", "unable to get local issuer"), ("other-chained", "self-signed certificate in certificate chain"),
                            ("forged", "invalid CA certificate|unable to get local issuer")):
            self.expect_tls(name, words, forms=TEXT)

    def test_another_authority_than_that_of_the_config(self):
        self.expect(self.open(http={"ca": f"{certificates().folder}/other-ca.pem"}), "tls", "unable to get local issuer", f"{self.tls}/hello.txt",
                    forms=TEXT)


class Connections(TlsCase):
    def test_a_version_that_is_too_old(self):
        config = self.folder_for_config()
        for version in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
            context = certificates().context("good")
            context.set_ciphers("ALL:@SECLEVEL=0")
            context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1, version
            url = f"https://localhost:{self.listen(answer, context)}"
            # WHEN the system would allow it
            gateways = self.start(self.config(allow=[url]), env={**os.environ, "OPENSSL_CONF": str(config)})
            self.expect(gateways, "tls", "version|protocol", url, forms=TEXT)

    def folder_for_config(self):
        config = pathlib.Path(self.place.name) / "openssl.cnf"
        config.write_text("openssl_conf = a\n[a]\nssl_conf = b\n[b]\nsystem_default = c\n[c]\nMinProtocol = TLSv1\nCipherString = ALL:@SECLEVEL=0\n")
        return config

    def test_no_tls(self):
        def speak(connection):
            connection.sendall(b"220 mail.example ESMTP\r\n")
            connection.recv(1)

        for url, words in ((f"https://localhost:{self.nginx.plain}", "wrong version|packet length|SSL"),
                           (f"https://localhost:{self.listen(speak)}", "wrong version|packet length|SSL")):
            self.expect(self.open(allow=[url]), "tls", words, url)

    def test_a_handshake_that_hangs(self):
        def hang(connection):
            connection.recv(65536)
            time.sleep(5)

        url = f"https://localhost:{self.listen(hang)}"
        self.expect(self.open(allow=[url]), "timedOut", "timed out|timeout", url, hangs=True)

    def test_a_handshake_that_ends(self):
        def end(connection):
            connection.recv(65536)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

        url = f"https://localhost:{self.listen(end)}"
        self.expect(self.open(allow=[url]), "tls", "SSL|reset", url)

    def test_a_body_that_is_cut(self):
        """Without the end of TLS, and only that says how long this body is."""
        for length in ("", "Content-Length: 1000\r\n"):
            def cut(connection):
                read_head(connection)
                connection.sendall(HEAD + length.encode() + b"\r\nhalf of it")
                os.close(connection.detach())

            url = self.serve("good", cut)
            self.expect(self.open(allow=[url]), "interrupted", "TLS has not ended|closed", url)

    def test_a_body_that_ends_with_tls(self):
        def end(connection):
            read_head(connection)
            connection.sendall(HEAD + b"\r\nall of it")
            connection.unwrap()

        url = self.serve("good", end)
        self.assertEqual(self.open(allow=[url]).call("http", {"url": url})["body"], {"text": "all of it"})

    def test_an_upload_that_is_reset(self):
        """The host gets no SIGPIPE."""
        def reset(connection):
            read_head(connection)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            os.close(connection.detach())

        url = self.serve("good", reset)
        self.expect(self.open(allow=[url]), "interrupted", "reset|pipe|SSL", url, forms=TEXT, method="PUT", body={"text": "x" * 10_000_000})
