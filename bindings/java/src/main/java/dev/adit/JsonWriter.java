package dev.adit;

import java.util.List;
import java.util.Map;

/** Writes values as JSON. */
final class JsonWriter {
    private static final String HEX = "0123456789abcdef";

    private JsonWriter() {}

    static void write(Object value, StringBuilder text) {
        if (value instanceof Map<?, ?> map) {
            char separator = '{';
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                text.append(separator);
                writeString((String) entry.getKey(), text);
                text.append(':');
                write(entry.getValue(), text);
                separator = ',';
            }
            text.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            char separator = '[';
            for (Object element : list) {
                text.append(separator);
                write(element, text);
                separator = ',';
            }
            text.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof String string) {
            writeString(string, text);
        } else {
            text.append(value);
        }
    }

    private static void writeString(String string, StringBuilder text) {
        text.append('"');
        int written = 0;
        for (int index = 0; index < string.length(); index++) {
            char character = string.charAt(index);
            if (character >= ' ' && character != '"' && character != '\\') {
                continue;
            }
            text.append(string, written, index);
            written = index + 1;
            if (character >= ' ') {
                text.append('\\').append(character);
            } else {
                text.append("\\u00").append(HEX.charAt(character >> 4)).append(HEX.charAt(character & 15));
            }
        }
        text.append(string, written, string.length()).append('"');
    }
}
