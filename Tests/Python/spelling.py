"""Values as JSON text, well or badly spelled."""

import json

# What JSON is made of, and what it is not.
PIECES = [
    b"{", b"}", b"[", b"]", b":", b",", b'"', b"\\", b"\\u0000", b"\\ud800", b"\\ud83d\\ude00", b"\0", b"\xff",
    b"\xc0\x80",
    b"\xed\xa0\x80", b"\xef\xbb\xbf", b" ", b"\n", b"\x0b", b"0", b"-", b"1", b".5", b"e9", b"E+999", b"1e-999", b".00000000000000000001", b"4503599627370497.5", b"00",
    b"NaN",
    b"Infinity", b"true", b"null", b"// x", b"'", b'"@id":', b'"@get":{"path":""}', b'"@close":{}', b'{"@close":{}}',
    b'""',
    b"[" * 70, b'{"a":' * 70, b"9" * 20,
]


class Speller:
    def __init__(self, random):
        self.random = random

    def spelled(self, value):
        """A value as JSON text, in one of the ways in which it may be written; a key is there twice now and then."""
        return self.text_of(value).encode(errors="surrogatepass")

    def text_of(self, value):
        space = self.random.choice(["", "", "", " ", "\n\t", "\r "])
        if isinstance(value, dict):
            members = [f"{self.text_of(key)}{space}:{space}{self.text_of(member)}" for key, member in value.items()]
            self.random.shuffle(members)
            if members and self.random.random() < 0.002:
                members.append(self.random.choice(members))
            return "{" + space + f"{space},".join(members) + space + "}"
        if isinstance(value, list):
            return "[" + space + f"{space},{space}".join(map(self.text_of, value)) + "]"
        if isinstance(value, str):
            return '"' + "".join(map(self.letter, value)) + '"'
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return self.number(value)
        return json.dumps(value)

    def letter(self, letter):
        if self.random.random() < 0.02:
            return escaped(letter, self.random.choice("xX"))
        if "\ud800" <= letter <= "\udfff" and self.random.random() < 0.9:  # else as bytes that are no UTF-8
            return escaped(letter)
        return json.dumps(letter, ensure_ascii=False)[1:-1]

    def number(self, value):
        plain = json.dumps(value)
        # From there on, what is written with a fraction or an exponent may be another number.
        if isinstance(value, float) or abs(value) >= 2**53 or self.random.random() < 0.8:
            return plain
        zeros = len(plain) - len(plain.rstrip("0")) if value else 0
        tenfold = f"{value * 10}E-1"
        return self.random.choice([f"{plain}.0", f"{plain}e0", tenfold, f"{plain[:len(plain) - zeros]}e+{zeros}"])

    def garbled(self, text, other):
        """A text with a few bytes changed, put in, left out, or with a piece of another one."""
        text = bytearray(text)
        for _ in range(self.random.choice([1, 1, 1, 2, 5])):
            start = self.random.randrange(len(text) + 1)
            end = min(len(text), start + self.random.choice([0, 1, 1, 2, 10]))
            piece = self.random.choice([
                b"", bytes([self.random.randrange(256)]), self.random.choice(PIECES),
                other[self.random.randrange(len(other) + 1):][:self.random.randrange(30)], bytes(text[start:end]) * 2,
            ])
            text[start:end] = piece
        return bytes(text)

    def noise(self):
        """Bytes, or pieces of JSON, in no order."""
        if self.random.random() < 0.5:
            return self.random.randbytes(self.random.choice([0, 1, 2, 8, 100, 1000]))
        return b"".join(self.random.choices(PIECES, k=self.random.randrange(1, 30)))


def escaped(letter, digits="x"):
    """A letter as `\\u…`; one beyond 16 bits as two of them."""
    units = letter.encode("utf-16-be", errors="surrogatepass")
    return "".join(f"\\u{int.from_bytes(units[at:at + 2], 'big'):04{digits}}" for at in range(0, len(units), 2))
