package dev.adit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.function.Executable;

/** Libraries and messages of the tests. */
final class Fixtures {
    static final Path FOLDER = Path.of(System.getenv().getOrDefault("ADIT_LIB_DIR", "../../build/lib"));
    static final Library CORES = Library.load(FOLDER.resolve("libadit_cores.so"));
    static final Library SHOWCASE = Library.load(FOLDER.resolve("libadit_showcase.so"));

    private Fixtures() {}

    static Json increment(long by) {
        return Json.parse("{\"counter\":{\"request\":{\"increment\":{\"by\":" + by + "}}}}");
    }

    static Json add(String text) {
        return Json.object("todo", Json.object("request", Json.object("add", Json.object("item", Json.object("text", text)))));
    }

    static Json todo(String request, String key, String value) {
        return Json.object("todo", Json.object("request", Json.object(request, Json.object(key, value))));
    }

    static long to(Json message) {
        return message.find("/counter/response/wasIncremented/to").map(Json::asLong).orElse(-1L);
    }

    static List<String> texts(Json table) {
        return table.get("ids").elements().stream()
                .map(id -> table.get("entities").get(id.asString()).get("text").asString()).toList();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The result of a future, which completes on another thread. */
    static <T> T await(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    /** The exception of a future. */
    static Throwable failureOf(CompletableFuture<?> future) {
        return assertThrows(ExecutionException.class, () -> await(future)).getCause();
    }

    static AditException assertFails(ErrorCode code, Executable call) {
        AditException error = assertThrows(AditException.class, call);
        assertEquals(code, error.code(), error.getMessage());
        return error;
    }
}
