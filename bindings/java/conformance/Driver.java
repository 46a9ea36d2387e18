import dev.adit.AditException;
import dev.adit.Core;
import dev.adit.Json;
import dev.adit.Library;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the calls of the scenario runner through the binding: a request a line in, an answer a line out.
 *
 * <p>{@code java Driver.java LIBRARY}; bindings/conformance/README.md describes the requests.
 */
public final class Driver {
    /** A core, and what its callback has received since the last answer. */
    private record Opened(Core core, List<String> texts) {
        Json taken(Object... answer) {
            List<Object> members = new ArrayList<>(List.of(answer));
            members.addAll(List.of("messages", List.copyOf(texts), "ready", !core.isClosed() && core.isReady()));
            texts.clear();
            return Json.object(members.toArray());
        }
    }

    private final Library library;
    private final Map<Long, Opened> cores = new HashMap<>();

    private Driver(Library library) {
        this.library = library;
    }

    private Json answer(String name, Json argument) {
        if (name.equals("catalog")) {
            return Json.object("out", text(library.catalogText(argument.isNull() ? null : argument.get("app").asString())));
        } else if (name.equals("open")) {
            List<String> texts = new ArrayList<>();
            Core core = library.core(argument.get("app").asString()).configText(bytes(argument.get("config")))
                    .onText(message -> texts.add(text(message))).open();
            cores.put(cores.size() + 1L, new Opened(core, texts));
            return Json.object("core", cores.size());
        }
        Opened opened = cores.get(argument.get("core").asLong());
        try {
            return answer(name, argument, opened);
        } catch (AditException error) {
            return opened.taken("error", failure(error));
        }
    }

    private Json answer(String name, Json argument, Opened opened) {
        Core core = opened.core();
        switch (name) {
            case "send" -> {
                if (argument.has("client")) {
                    core.submit(argument.get("client").asString(), bytes(argument.get("text")));
                } else {
                    core.send(bytes(argument.get("text")));
                }
                return Json.object();
            }
            case "process" -> core.process(timeout(argument));
            case "call" -> {
                return opened.taken("out", text(core.call(bytes(argument.get("text")), timeout(argument))));
            }
            case "close" -> core.close(timeout(argument));
            default -> core.wakeup();
        }
        return opened.taken();
    }

    private static Json failure(AditException error) {
        Object offset = error.offset().isPresent() ? error.offset().getAsLong() : null;
        return Json.object("code", error.code().number(), "offset", offset, "text", error.getMessage());
    }

    private static Duration timeout(Json argument) {
        long milliseconds = argument.get("timeout").asLong();
        return milliseconds < 0 ? Core.FOREVER : Duration.ofMillis(milliseconds);
    }

    private static byte[] bytes(Json text) {
        return text.asString().getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    public static void main(String[] arguments) throws IOException {
        Driver driver = new Driver(Library.load(arguments[0]));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            Json request = Json.parse(line);
            String name = request.keys().get(0);
            Json answer;
            try {
                answer = driver.answer(name, request.get(name));
            } catch (AditException error) {
                answer = Json.object("error", failure(error));
            }
            output.println(answer);
        }
    }
}
