"""What the config does not allow reaches nobody."""

import os
import socket

from driver import Case


class Forbidden(Case):
    """What the config does not allow reaches nobody."""

    def tearDown(self):
        self.assertEqual(self.forbidden.requests, [])

    def test_an_origin_that_is_not_listed(self):
        gateways, port = self.open(), self.nginx.plain
        for url in (f"http://127.0.0.1:{self.forbidden.port}/", f"http://localhost:{port}/", f"https://127.0.0.1:{port}/", "http://127.0.0.1/",
                    f"http://127.0.0.2:{port}/", f"http://127.0.0.1.:{port}/", "file:///etc/passwd", f"ftp://127.0.0.1:{port}/",
                    f"gopher://127.0.0.1:{port}/", "http://example.org/", f"http://[::1]:{port}/"):
            with self.subTest(url):
                self.assertEqual(gateways.call("http", {"url": url}) in ("denied", "invalid"), True)

    def test_an_address_that_is_not_public(self):
        port = self.forbidden.port
        for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254", "192.168.0.1", "[fe80::1]",
                     "[fd00::1]", "0.0.0.0", "[::]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "100.64.0.1", "[::127.0.0.1]",
                     "[::8.8.8.8]", "[::ffff:0:127.0.0.1]", "[5f00::1]", "[3fff::1]", "[4000::1]", "[2001::1]", "[ff02::1]", "[64:ff9b:1::1]", "240.0.0.1"):
            with self.subTest(host):
                gateways = self.open(http={"allow": [f"http://{host}:{port}"], "addresses": []})
                self.assertEqual(gateways.call("http", {"url": f"http://{host}:{port}/", "timeout": "PT3S"}), "denied")

    def test_other_spellings_of_an_address(self):
        gateways = self.open(http={"allow": [self.plain], "addresses": []})
        for host in ("2130706433", "0x7f.1", "0177.0.0.1", "127.1"):
            with self.subTest(host):
                self.assertEqual(gateways.call("http", {"url": f"http://{host}:{self.nginx.plain}/"}), "denied")

    def test_a_redirect_to_what_is_forbidden(self):
        gateways = self.open()
        for path, outcome in (("to-forbidden", "denied"), ("to-metadata", "denied"), ("to-file", "invalid")):
            with self.subTest(path):
                self.assertEqual(gateways.call("http", {"url": f"{self.plain}/{path}"}), outcome)

    def test_a_proxy_of_the_environment_is_not_used(self):
        os.environ["http_proxy"] = os.environ["ALL_PROXY"] = f"http://127.0.0.1:{self.forbidden.port}"
        self.addCleanup(os.environ.pop, "http_proxy")
        self.addCleanup(os.environ.pop, "ALL_PROXY")
        self.assertEqual(self.open().call("http", {"url": f"{self.plain}/hello.txt"})["status"], 200)

    def test_names_below_a_name(self):
        gateways = self.open(http={"allow": [f"http://.localhost:{self.nginx.plain}"]})
        self.assertEqual(gateways.call("http", {"url": f"http://a.localhost:{self.nginx.plain}/hello.txt"})["status"], 200)
        for host in ("localhost", "alocalhost", "a.localhost.example"):
            self.assertEqual(gateways.call("http", {"url": f"http://{host}:{self.nginx.plain}/"}), "denied")


class Rebinding(Case):
    """A name that the config allows leads to an address that it does not, once it is asked for again: each connection is checked."""

    def setUp(self):
        super().setUp()
        self.reached, self.port = [], self.listen(self.answer)
        self.listen(self.reached.append, address="127.0.0.2", port=self.port)

    def tearDown(self):
        self.assertEqual(self.reached, [])

    def answer(self, connection):
        connection.recv(65536)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")

    def open_with(self, port, *addresses):
        self.url = f"http://a.example:{port}/"
        gateways = self.open(allow=[f"http://a.example:{self.port}", f"http://a.example:{port}"], http={"addresses": ["127.0.0.1/32"]})
        gateways.resolve("a.example", *addresses)
        return gateways

    def test_a_name_that_is_bound_again(self):
        other = self.listen(self.answer)
        gateways = self.open_with(other, "127.0.0.1", "127.0.0.2")
        self.assertEqual(gateways.call("http", {"url": self.url})["body"], {"text": "ok"})
        gateways.ask("http", {"url": f"http://a.example:{self.port}/", "attempts": 3})
        self.assertEqual(gateways.reply()[1]["error"],
                         {"code": "denied", "message": "the address of the server is not among those that the config allows"})

    def test_a_forbidden_address_behind_one_that_does_not_answer(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.listen(self.reached.append, address="127.0.0.2", port=port)
        self.assertEqual(self.open_with(port, "127.0.0.1,127.0.0.2").call("http", {"url": self.url}), "denied")

    def test_a_forbidden_address_before_one_that_answers(self):
        gateways = self.open_with(self.port, "127.0.0.2,127.0.0.1")
        self.assertEqual(gateways.call("http", {"url": self.url})["body"], {"text": "ok"})
