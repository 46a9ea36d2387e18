import dev.adit.Core;
import dev.adit.CoreRunner;
import dev.adit.Gateway;
import dev.adit.Json;
import dev.adit.Library;
import dev.adit.Mirror;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A todo list that follows itself: it imports a list by a gateway, follows the open items, and checks one of them.
 *
 * <p>{@code java --class-path adit.jar Todo.java LIBRARY}
 */
public final class Todo {
    private static final Map<String, List<String>> LISTS = Map.of("groceries", List.of("Milk", "Bread", "Butter"));

    private static Json todo(String request, String key, Object value) {
        return Json.object("todo", Json.object("request", Json.object(request, Json.object(key, value))));
    }

    private static String line(Json table) {
        return String.join(", ", table.get("ids").elements().stream()
                .map(id -> table.get("entities").get(id.asString()).get("text").asString()).toList());
    }

    public static void main(String[] arguments) throws Exception {
        ExecutorService executor = Executors.newCachedThreadPool();
        Gateway lists = Gateway.blocking(executor, (request, call) -> {
            List<String> texts = LISTS.get(request.at("/fetch/list").asString()); // a network would be here
            if (texts == null) {
                throw new NoSuchElementException("no list " + request.at("/fetch/list"));
            }
            return Json.object("texts", texts);
        });
        try (Core core = Library.load(arguments[0]).core("todo").gateway("lists", lists).open();
                CoreRunner runner = CoreRunner.start(core)) {
            Mirror open = core.follow("/view/open").ready().get();
            open.onChange(change -> System.out.println(open.read(Todo::line)));
            Json imported = core.request(todo("import", "from", "groceries")).get().at("/todo/response/wereImported");
            core.request(todo("check", "id", imported.at("/0/id"))).get();
            Json failed = core.request(todo("import", "from", "tools")).get();
            System.out.println(failed.at("/todo/response/wereNotImported/error/message").asString());
        } finally {
            executor.shutdown();
        }
    }
}
