"""The gateways `files` and `blobs`."""

import hashlib
import os

from driver import Case, Gateways


class FilesAndBlobs(Case):
    def test_files(self):
        gateways = self.open()
        call = lambda **request: gateways.call("files", request)
        self.assertEqual(call(write={"path": "a/b.txt", "content": {"text": "é"}}), {})
        self.assertEqual(call(read={"path": "a/b.txt"}), {"content": {"text": "é"}})
        self.assertEqual(call(read={"path": "a/b.txt", "form": "base64"}), {"content": {"base64": "w6k="}})
        self.assertEqual(call(write={"path": "a/b.txt", "content": {"text": "x"}, "replace": False}), "exists")
        self.assertEqual(call(list={}), {"entries": [{"name": "a"}]})
        self.assertEqual(call(list={"path": "a"}), {"entries": [{"name": "b.txt", "bytes": 2}]})
        self.assertEqual(call(read={"path": "a"}), "notFound")
        self.assertEqual(call(read={"path": "none"}), "notFound")
        self.assertEqual(call(remove={"path": "a/b.txt"}), {})
        self.assertEqual(call(remove={"path": "a"}), {})
        self.assertEqual(call(remove={"path": "a/b.txt"}), {})
        self.assertEqual(os.listdir(self.folder / "files"), [])

    def test_no_path_leads_out(self):
        gateways = self.open()
        (self.folder / "secret").write_text("s")
        os.symlink(self.folder, self.folder / "files/out")
        os.symlink(self.folder / "secret", self.folder / "files/link")
        os.symlink(self.folder / "secret", self.folder / "files/link2")
        for path in ("../secret", "/etc/passwd", "a/../../secret", "./a", "", "a//b", "link", "out/secret", "x" * 300):
            for request in ({"read": {"path": path}}, {"write": {"path": path, "content": {"text": "x"}}}):
                with self.subTest(request):
                    answer = gateways.call("files", request)
                    if "write" in request and path == "link":  # the link itself is replaced
                        self.assertEqual(answer, {})
                    else:
                        self.assertIn(answer, ("denied", "notFound"))
        self.assertEqual((self.folder / "secret").read_text(), "s")
        for request in ({"list": {"path": "out"}}, {"read": {"path": "out/secret"}}, {"read": {"path": "link2"}}, {"list": {"path": "link2"}}):
            with self.subTest(request):
                self.assertEqual(gateways.call("files", request), "denied")

    def test_files_and_blobs_are_exchanged(self):
        gateways = self.open()
        (self.folder / "files/large").write_bytes(b"x" * 2_000_000)
        self.assertEqual(gateways.call("files", {"read": {"path": "large"}}), "tooLarge")
        blob = gateways.call("files", {"read": {"path": "large", "form": "blob"}})["content"]
        self.assertEqual(blob["blob"], {"id": hashlib.sha256(b"x" * 2_000_000).hexdigest(), "bytes": 2_000_000})
        self.assertEqual(gateways.call("files", {"write": {"path": "copy", "content": blob}}), {})
        self.assertEqual((self.folder / "files/copy").read_bytes(), b"x" * 2_000_000)

    def test_blobs(self):
        gateways, text = self.open(), "aé€"
        id = hashlib.sha256(text.encode()).hexdigest()
        self.assertEqual(gateways.call("blobs", {"put": {"content": {"text": text}}}), {"blob": {"id": id, "bytes": 6}})
        self.assertEqual(gateways.call("blobs", {"put": {"content": {"text": text}}}), {"blob": {"id": id, "bytes": 6}})
        self.assertEqual(gateways.call("blobs", {"find": {"id": id}}), {"blob": {"id": id, "bytes": 6}})
        self.assertEqual(gateways.call("blobs", {"read": {"id": id, "limit": 5}}), {"content": {"text": "aé"}})
        self.assertEqual(gateways.call("blobs", {"read": {"id": id, "form": "base64", "from": 3}}), {"content": {"base64": "4oKs"}})
        self.assertEqual(gateways.call("blobs", {"remove": {"id": id}}), {})
        self.assertEqual(gateways.call("blobs", {"find": {"id": id}}), {})
        self.assertEqual(gateways.call("blobs", {"read": {"id": id}}), "notFound")
        self.assertEqual(gateways.call("blobs", {"read": {"id": "../keyValue"}}), "notFound")

    def test_a_blob_is_described_as_it_is(self):
        """Not as the request describes it."""
        gateways = self.open()
        blob = gateways.call("blobs", {"put": {"content": {"text": "abc"}}})["blob"]
        self.assertEqual(gateways.call("blobs", {"put": {"content": {"blob": {"id": blob["id"], "bytes": 999, "more": 1}}}}), {"blob": blob})

    def test_a_request_that_is_none(self):
        gateways = self.open()
        for request in ({}, {"list": 5}, {"read": {"path": "a"}, "remove": {"path": "a"}}, {"remove": {"path": 5}}, {"find": {"id": 5}}, {"put": {}}):
            for gateway in ("files", "blobs"):
                self.assertEqual(gateways.call(gateway, request), "invalid")

    def test_a_form_that_is_none(self):
        gateways = self.open()
        self.assertEqual(gateways.call("files", {"write": {"path": "a", "content": {"text": "abc"}}}), {})
        blob = gateways.call("blobs", {"put": {"content": {"text": "abc"}}})["blob"]
        for form in ("json", 5, "", "blob\0"):
            for gateway, request in (("files", {"read": {"path": "a", "form": form}}), ("blobs", {"read": {"id": blob["id"], "form": form}}),
                                     ("http", {"url": self.plain, "form": form})):
                with self.subTest(gateway, form=form):
                    self.assertEqual(gateways.call(gateway, request), "invalid")
        self.assertEqual(gateways.call("blobs", {"read": {"id": blob["id"], "form": "blob"}}), "invalid")
        self.assertEqual(gateways.call("files", {"write": {"path": "a", "content": {"text": "x"}, "replace": "no"}}), "invalid")

    def test_a_folder_of_too_many_entries(self):
        gateways = self.open()
        for number in range(10_000):
            (self.folder / f"files/{number}").touch()
        self.assertEqual(len(gateways.call("files", {"list": {}})["entries"]), 10_000)
        (self.folder / "files/one more").touch()
        self.assertEqual(gateways.call("files", {"list": {}}), "tooLarge")

    def test_what_was_begun_is_removed(self):
        config = self.config()
        (self.folder / "blobs").mkdir()
        (self.folder / "blobs/.new-0123").write_text("half")
        gateways = Gateways(config)
        self.assertEqual(os.listdir(self.folder / "blobs"), [])
        # AND two cannot use one folder
        other = Gateways({"blobs": config["blobs"]})
        self.assertRegex(other.first, r'^!error -14 blobs.path: found ".*" \(in use by other gateways\); a folder that these have alone is expected$')
        other.end()
        self.assertEqual(gateways.end(), 0)
