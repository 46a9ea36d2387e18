package dev.adit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Texts as bytes for Adit, and back. Java's "modified UTF-8" is not used. */
final class Utf8 {
    private Utf8() {}

    /**
     * The bytes of a text. A lone surrogate has none in UTF-8: it gets those that it would have, so that Adit refuses it at
     * its place, where {@code getBytes} would put a question mark.
     */
    static byte[] encode(String text) {
        for (int index = 0; index < text.length(); index++) {
            char unit = text.charAt(index);
            if (!Character.isSurrogate(unit)) {
                continue;
            }
            if (Character.isLowSurrogate(unit) || index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1))) {
                return encodeLone(text);
            }
            index++;
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] encodeLone(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() + 8);
        text.codePoints().forEach(character -> {
            if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                bytes.write(0xed);
                bytes.write(0x80 | character >> 6 & 0x3f);
                bytes.write(0x80 | character & 0x3f);
            } else {
                bytes.writeBytes(Character.toString(character).getBytes(StandardCharsets.UTF_8));
            }
        });
        return bytes.toByteArray();
    }

    static String decode(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** A name that C reads up to its NUL, and that must not be cut there. */
    static byte[] encodeName(String name, ErrorCode code) {
        Arguments.given(name, "a name");
        if (name.indexOf('\0') >= 0) {
            throw new AditException(code, Json.of(name) + ": found a NUL, which a name cannot have");
        }
        return encode(name + '\0');
    }
}
