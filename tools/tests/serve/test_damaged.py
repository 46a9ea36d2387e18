"""A child with damaged memory (damaged.c) says anything to the server: other cores and the server go on."""

import os
import pathlib
import unittest

import peer
from peer import increment, incremented

DAMAGED = os.environ.get("ADIT_DAMAGED", str(pathlib.Path(peer.SERVE).parent / "libserve_damaged.so"))


class Damaged(peer.Test):
    def test_given_a_child_with_damaged_memory_when_it_says_anything_then_the_server_goes_on(self):
        for number in range(16):
            with self.subTest(number=number):
                server = self.stdio(DAMAGED, peer.CORES)
                damaged = peer.children_of(server.process.pid)[0]
                server.open("d", "damaged")
                server.open("a", "counter")
                self.assertEqual(server.ask({"hi": 1, "@core": "d"}), {"fine": {}, "@core": "d"})
                server.send({"damage": number, "@id": 5, "@core": "d"}, increment(1, **{"@id": 6}, **{"@core": "a"}))
                answer = b'{"counter":{"response":{"wasIncremented":{"to":1}}},"@id":6,"@core":"a"}'
                lines = []
                while (line := server.raw_line()) != answer:
                    self.assertIsNotNone(line)
                    lines.append(line)
                # What cannot be a frame ends the process; in the other cases it goes on, or the core is taken for closed.
                if number < 11:
                    os.kill(damaged, 9)
                while number not in (11, 12) and not any(b'{"@reopened":{"core":"d"' in line for line in lines):
                    lines.append(server.raw_line())
                    self.assertIsNotNone(lines[-1])
                server.send(increment(1, **{"@id": 7}, **{"@core": "a"}))
                answer = b'{"counter":{"response":{"wasIncremented":{"to":2}}},"@id":7,"@core":"a"}'
                while (line := server.raw_line()) != answer:
                    self.assertIsNotNone(line)
                server.close_input()
                while server.raw_line() is not None:
                    pass
                self.assertEqual(server.wait(), 0)


if __name__ == "__main__":
    unittest.main()
