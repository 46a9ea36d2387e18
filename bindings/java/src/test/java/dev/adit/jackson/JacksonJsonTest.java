package dev.adit.jackson;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.adit.Core;
import dev.adit.Json;
import dev.adit.Library;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class JacksonJsonTest {
    /** More than a double holds. */
    private static final long BIG = (1L << 53) + 1;

    record WasIncremented(long to) {}

    record Fetch(String list) {}

    record ListRequest(Fetch fetch) {}

    record FetchedList(List<String> texts) {}

    private static final Library CORES =
            Library.load(Path.of(System.getenv().getOrDefault("ADIT_LIB_DIR", "../../build/lib")).resolve("libadit_cores.so"));
    private final JacksonJson json = new JacksonJson(new ObjectMapper());

    @Test
    void messagesAreMapsAndRecords() throws Exception {
        try (Core core = CORES.core("counter").open()) {
            Object increment = Map.of("counter", Map.of("request", Map.of("increment", Map.of("by", BIG))));
            CompletableFuture<Json> answer = core.request(json.write(increment));
            core.process();
            Json content = answer.get().at("/counter/response/wasIncremented");
            assertEquals(new WasIncremented(BIG), json.read(content, WasIncremented.class));
            assertEquals(Map.of("to", BIG), json.read(content, new TypeReference<Map<String, Long>>() {}));
            assertEquals(BIG, json.tree(content).get("to").longValue());
        }
    }

    @Test
    void gatewaysHaveClasses() throws Exception {
        var lists = json.gateway(ListRequest.class, (request, call) ->
                CompletableFuture.completedFuture(new FetchedList(List.of("Milk for " + request.fetch().list()))));
        try (Core core = CORES.core("todo").gateway("lists", lists).open()) {
            var answer = core.request(Json.parse("{\"todo\":{\"request\":{\"import\":{\"from\":\"groceries\"}}}}"));
            while (!answer.isDone()) {
                core.process();
            }
            assertEquals("Milk for groceries", answer.get().at("/todo/response/wereImported/0/text").asString());
        }
    }

    @Test
    void whatDoesNotFitIsRefused() {
        Exception failure = assertThrows(IllegalArgumentException.class, () -> json.read(Json.parse("{\"to\":\"x\"}"), WasIncremented.class));
        assertTrue(failure.getMessage().contains("String \"x\""), failure.getMessage());
        assertThrows(IllegalArgumentException.class, () -> json.write(new Object()));
        failure = assertThrows(NullPointerException.class, () -> new JacksonJson(null));
        assertEquals("found null; an ObjectMapper is expected", failure.getMessage());
    }
}
