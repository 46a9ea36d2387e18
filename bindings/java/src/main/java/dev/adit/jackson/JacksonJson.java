package dev.adit.jackson;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.adit.Gateway;
import dev.adit.GatewayCall;
import dev.adit.Json;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/**
 * Messages as what Jackson reads and writes: records, beans, maps and {@link JsonNode}s. Any thread.
 *
 * <pre>{@code
 * JacksonJson json = new JacksonJson(new ObjectMapper());
 * Json answer = core.request(json.write(Map.of("counter", new Increment(2)))).get();
 * WasIncremented response = json.read(answer.at("/counter/response/wasIncremented"), WasIncremented.class);
 * }</pre>
 *
 * <p>It is in {@code adit.jar} if that was built where Jackson is, and needs Jackson at run time.
 */
public final class JacksonJson {
    private final ObjectMapper mapper;

    /** Uses a mapper, with its modules and settings. */
    public JacksonJson(ObjectMapper mapper) {
        if (mapper == null) {
            throw new NullPointerException("found null; an ObjectMapper is expected");
        }
        this.mapper = mapper;
    }

    /** The value of what the mapper can write. @throws IllegalArgumentException if it cannot */
    public Json write(Object value) {
        try {
            return Json.parse(mapper.writeValueAsString(value));
        } catch (IOException error) {
            throw new IllegalArgumentException(error.getMessage(), error);
        }
    }

    /** Reads a value. @throws IllegalArgumentException if it is none of the class */
    public <T> T read(Json value, Class<T> type) {
        try {
            return mapper.readValue(value.toString(), type);
        } catch (IOException error) {
            throw new IllegalArgumentException(error.getMessage(), error);
        }
    }

    /** Reads a value of a generic type. @throws IllegalArgumentException if it is none of the type */
    public <T> T read(Json value, TypeReference<T> type) {
        try {
            return mapper.readValue(value.toString(), type);
        } catch (IOException error) {
            throw new IllegalArgumentException(error.getMessage(), error);
        }
    }

    /** The value as a tree. */
    public JsonNode tree(Json value) {
        return read(value, JsonNode.class);
    }

    /** A gateway whose requests and results are classes. A request that is none of the class is answered by an error. */
    public <Q, R> Gateway gateway(Class<Q> request, BiFunction<Q, GatewayCall, CompletionStage<R>> function) {
        return (value, call) -> function.apply(read(value, request), call).thenApply(this::write);
    }
}
