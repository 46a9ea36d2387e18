package dev.adit;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses JSON into the classes of {@link Json}. */
final class JsonParser {
    private static final int MOST_LEVELS = 1_000;

    private final String text;
    private int place;
    private int level;

    JsonParser(String text) {
        this.text = Arguments.given(text, "a JSON text");
    }

    Object parse() {
        Object value = parseValue();
        skipSpace();
        if (place < text.length()) {
            throw unexpected("the end");
        }
        return value;
    }

    private Object parseValue() {
        skipSpace();
        switch (peek()) {
            case '{':
                return parseObject();
            case '[':
                return parseArray();
            case '"':
                return parseString();
            case 't':
                return parseWord("true", true);
            case 'f':
                return parseWord("false", false);
            case 'n':
                return parseWord("null", null);
            default:
                return parseNumber();
        }
    }

    private Map<String, Object> parseObject() {
        Map<String, Object> object = new LinkedHashMap<>();
        enter();
        if (!take('}')) {
            do {
                skipSpace();
                if (peek() != '"') {
                    throw unexpected("a key");
                }
                String key = parseString();
                if (!take(':')) {
                    throw unexpected("a colon");
                }
                object.put(key, parseValue());
            } while (take(','));
            leave('}');
        }
        level--;
        return object;
    }

    private List<Object> parseArray() {
        List<Object> array = new ArrayList<>();
        enter();
        if (!take(']')) {
            do {
                array.add(parseValue());
            } while (take(','));
            leave(']');
        }
        level--;
        return array;
    }

    private void enter() {
        place++;
        if (++level > MOST_LEVELS) {
            throw unexpected("at most " + MOST_LEVELS + " levels");
        }
    }

    private void leave(char end) {
        if (!take(end)) {
            throw unexpected("a comma or " + end);
        }
    }

    private String parseString() {
        int begin = ++place;
        StringBuilder unescaped = null;
        for (;; place++) {
            char character = peek();
            if (character == '"' && place < text.length()) {
                String rest = text.substring(begin, place++);
                return unescaped == null ? rest : unescaped.append(rest).toString();
            }
            if (character == '\\') {
                unescaped = (unescaped == null ? new StringBuilder() : unescaped).append(text, begin, place++);
                unescaped.append(parseEscape());
                begin = place + 1;
            } else if (character < ' ') {
                throw unexpected("a character of a string");
            }
        }
    }

    private char parseEscape() {
        char character = peek();
        int known = "\"\\/bfnrt".indexOf(character);
        if (known >= 0 && place < text.length()) {
            return "\"\\/\b\f\n\r\t".charAt(known);
        }
        if (character != 'u' || place + 4 >= text.length()) {
            throw unexpected("an escape");
        }
        int unit = 0;
        for (int count = 0; count < 4; count++) {
            place++;
            int digit = Character.digit(text.charAt(place), 16);
            if (digit < 0 || text.charAt(place) > 'f') {
                throw unexpected("a hexadecimal digit");
            }
            unit = unit * 16 + digit;
        }
        return (char) unit;
    }

    private Object parseWord(String word, Object value) {
        if (!text.startsWith(word, place)) {
            throw unexpected("a value");
        }
        place += word.length();
        return value;
    }

    private Object parseNumber() {
        int begin = place;
        takeHere('-');
        if (!takeHere('0') && !takeDigits()) {
            throw unexpected("a value");
        }
        boolean isWhole = true;
        if (takeHere('.')) {
            isWhole = false;
            expectDigits();
        }
        if (takeHere('e') || takeHere('E')) {
            isWhole = false;
            if (!takeHere('+')) {
                takeHere('-');
            }
            expectDigits();
        }
        String number = text.substring(begin, place);
        if (!isWhole) {
            return Double.parseDouble(number);
        }
        if (number.length() <= 18) {
            return Long.parseLong(number);
        }
        BigInteger integer = new BigInteger(number);
        return integer.bitLength() < 64 ? (Object) integer.longValue() : integer;
    }

    private boolean takeDigits() {
        int begin = place;
        while (peek() >= '0' && peek() <= '9') {
            place++;
        }
        return place > begin;
    }

    private void expectDigits() {
        if (!takeDigits()) {
            throw unexpected("a digit");
        }
    }

    private boolean takeHere(char character) {
        boolean isThere = place < text.length() && text.charAt(place) == character;
        place += isThere ? 1 : 0;
        return isThere;
    }

    private boolean take(char character) {
        skipSpace();
        return takeHere(character);
    }

    private void skipSpace() {
        while (place < text.length() && " \t\n\r".indexOf(text.charAt(place)) >= 0) {
            place++;
        }
    }

    /** The character here; NUL at the end. */
    private char peek() {
        return place < text.length() ? text.charAt(place) : 0;
    }

    private IllegalArgumentException unexpected(String expected) {
        char character = peek();
        String found = place == text.length() ? "the end"
                : character < ' ' ? String.format("U+%04X", (int) character) : "'" + character + "'";
        return new IllegalArgumentException("at " + place + ": found " + found + "; " + expected + " is expected");
    }
}
