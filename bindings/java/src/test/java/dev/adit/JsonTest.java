package dev.adit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @ParameterizedTest
    @ValueSource(strings = {"null", "true", "[]", "{}", "-0.5", "9223372036854775807", "-9223372036854775808",
        "18446744073709551616", "{\"a\":[1,{\"b\":null}],\"é\":\"\\u0000\\\"\\\\🚀\"}", "1.0E20"})
    void givenATextWhenItIsParsedAndWrittenThenItIsTheSame(String text) {
        assertEquals(text, Json.parse(text).toString());
        assertEquals(Json.parse(text), Json.parse(text));
    }

    @Test
    void givenNumbersWhenTheyAreParsedThenTheyKeepTheirValue() {
        assertEquals(Long.MAX_VALUE, Json.parse("9223372036854775807").asLong());
        assertEquals(new BigInteger("9223372036854775808"), Json.parse("9223372036854775808").value());
        assertEquals(1.5, Json.parse("15e-1").asDouble());
        assertEquals("\b\f\n\r\t/é😀", Json.parse("\"\\b\\f\\n\\r\\t\\/\\u00e9\\ud83d\\ude00\"").asString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1,]", "{\"a\" 1}", "{a:1}", "01", "1.", "-", "tru", "\"\\x\"", "\"\\u00g0\"", "\"a", "\"\n\"",
        "1 2", "\"\\"})
    void givenNoJsonWhenItIsParsedThenTheErrorSaysWhere(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> Json.parse(text)).getMessage();
        assertTrue(message.matches("at \\d+: found .* is expected"), message);
    }

    @Test
    void givenManyLevelsWhenTheyAreParsedThenItIsAnError() {
        assertThrows(IllegalArgumentException.class, () -> Json.parse("[".repeat(100_000)));
    }

    @Test
    void givenValuesWhenTheyAreMadeThenTheyAreCopied() {
        Json made = Json.object("a", List.of(1, 2L, 1.5f), "b", Map.of("c", Json.NULL), "d", Json.array(true));
        assertEquals("{\"a\":[1,2,1.5],\"b\":{\"c\":null},\"d\":[true]}", made.toString());
        assertEquals(1, made.at("/a/0").asLong());
        assertTrue(made.at("/b/c").isNull());
        assertTrue(made.find("/a/3").isEmpty());
        assertThrows(NoSuchElementException.class, () -> made.get("x"));
        assertThrows(NoSuchElementException.class, () -> made.at("/a/x"));
        assertThrows(ClassCastException.class, () -> made.get("a").asString());
        assertThrows(IllegalArgumentException.class, () -> Json.of(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> Json.of(new Object()));
        assertThrows(UnsupportedOperationException.class, () -> ((List<?>) made.get("a").value()).clear());
    }

    @Test
    void givenOperationsWhenTheyAreAppliedThenTheValueIsTheNewOne() {
        Object value = Json.copy(Json.parse("{\"ids\":[\"a\",\"b\",\"c\"],\"entities\":{\"x/y\":1,\"~\":null}}"));
        Json operations = Json.parse("""
                [{"op":"move","from":"/ids/0","path":"/ids/2"},{"op":"add","path":"/ids/-","value":"d"},
                {"op":"replace","path":"/ids/0","value":"B"},{"op":"remove","path":"/entities/x~1y"},
                {"op":"replace","path":"/entities/~0","value":3},{"op":"add","path":"/entities/","value":{}}]""");
        Object result = JsonPatch.apply(value, operations.elements());
        assertEquals("{\"ids\":[\"B\",\"c\",\"a\",\"d\"],\"entities\":{\"~\":3,\"\":{}}}", new Json(result).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"remove/a", "replace/a", "replace/list/0", "add/list/x", "add/a/b", "remove/list/00", "remove/list/-1"})
    void givenAnOperationThatLeadsNowhereWhenItIsAppliedThenItsPathIsNamed(String operation) {
        String path = operation.substring(operation.indexOf('/'));
        Json json = Json.object("op", operation.substring(0, operation.indexOf('/')), "path", path, "value", 1);
        Object value = Json.copy(Json.parse("{\"list\":[]}"));
        Exception error = assertThrows(IllegalArgumentException.class, () -> JsonPatch.apply(value, List.of(json)));
        assertEquals(path + ": no such place", error.getMessage());
    }
}
