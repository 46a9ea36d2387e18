package dev.adit;

import static dev.adit.Fixtures.*;
import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** wrong-argument: an exception says what was found, and what is expected. */
class ArgumentTest {
    private static void refuses(String expected, Executable call) {
        assertEquals("found null; " + expected + " is expected", assertThrows(NullPointerException.class, call).getMessage());
    }

    @Test
    void libraries() {
        refuses("the path of a library", () -> Library.load((String) null));
        refuses("the path of a library", () -> Library.load((Path) null));
        assertFails(ErrorCode.EINVAL, () -> Library.load(""));
        assertFails(ErrorCode.EINVAL, () -> Library.load("a\0b"));
        refuses("the name of an app", () -> CORES.core(null));
        refuses("a catalog", () -> CORES.compare(null, null));
        refuses("a config", () -> CORES.examine("counter", null));
    }

    @Test
    void builders() {
        CoreBuilder builder = CORES.core("todo");
        refuses("a config, a Json,", () -> builder.config(null));
        refuses("a listener for errors", () -> builder.onError(null));
        refuses("the name of a gateway", () -> builder.gateway(null, (request, call) -> null));
        refuses("the function of the gateway lists", () -> builder.gateway("lists", null));
    }

    @Test
    void messages() {
        try (Core core = CORES.core("counter").open()) {
            refuses(Arguments.MESSAGE, () -> core.send((Json) null));
            refuses(Arguments.MESSAGE, () -> core.send((String) null));
            refuses(Arguments.MESSAGE, () -> core.send((byte[]) null));
            refuses(Arguments.MESSAGE, () -> core.submit("a", (Json) null));
            refuses(Arguments.MESSAGE, () -> core.submit("a", (byte[]) null));
            refuses(Arguments.MESSAGE, () -> core.call(null));
            refuses(Arguments.MESSAGE, () -> core.call(null, Core.FOREVER));
            refuses(Arguments.MESSAGE, () -> core.request(null));
            refuses("a name", () -> core.submit(null, increment(1)));
            refuses(Arguments.TIMEOUT, () -> core.process(null));
            refuses(Arguments.PATH, () -> core.follow(null));
            refuses("a listener", () -> core.follow("/value").onChange(null));
            refuses("a function", () -> core.follow("/value").read(null));
            refuses("a core", () -> CoreRunner.start(null));
            Exception failure = assertThrows(IllegalArgumentException.class, () -> core.request(Json.of(5)));
            assertEquals("found 5; an object is expected as a request", failure.getMessage());
        }
    }

    @Test
    void values() {
        refuses("a JSON text", () -> Json.parse((String) null));
        Exception failure = assertThrows(IllegalArgumentException.class, () -> Json.object(5, 5));
        assertEquals("found the java.lang.Integer 5 as a key; a String is expected", failure.getMessage());
        assertThrows(IllegalArgumentException.class, () -> Json.of(Map.of(1, 2)));
    }
}
