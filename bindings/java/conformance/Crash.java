import dev.adit.AditException;
import dev.adit.Core;
import dev.adit.CoreRunner;
import dev.adit.Json;
import dev.adit.Library;
import dev.adit.Mirror;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** What a core's requests, gateways and mirrors do when its process crashes: for bindings/conformance/crash. */
public final class Crash {
    private Crash() {}

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    public static void main(String[] arguments) throws Exception {
        Library library = Library.load(arguments[0]);
        Core core = library.core("todo").gateway("lists", (request, call) -> {
            say("called lists");
            call.onCancel(() -> say("cancelled lists"));
            return new CompletableFuture<Json>();
        }).open();
        Mirror count = core.follow("/view/openCount");
        CompletableFuture<Void> began = new CompletableFuture<>();
        CompletableFuture<Void> beganAnew = new CompletableFuture<>();
        count.onChange(change -> {
            say("count " + count.value());
            if (count.value().asLong() == 1) {
                began.complete(null);
            } else if (began.isDone()) {
                beganAnew.complete(null);
            }
        });
        CoreRunner runner = CoreRunner.start(core); // not before the listener is there
        add(core, "Milk");
        expectFailure(core);
        beganAnew.get();
        add(core, "Tea");
        expectFailure(core);
        core.close();
        runner.close();
        say("closed");
    }

    private static void add(Core core, String text) throws Exception {
        Json item = Json.object("item", Json.object("text", text));
        Json answer = core.request(Json.object("todo", Json.object("request", Json.object("add", item)))).get();
        say("added " + answer.at("/todo/response/wasAdded/text").asString());
    }

    private static void expectFailure(Core core) throws InterruptedException {
        Json list = Json.object("import", Json.object("from", "x"));
        try {
            core.request(Json.object("todo", Json.object("request", list))).get();
        } catch (ExecutionException error) {
            say("failed " + ((AditException) error.getCause()).code());
        }
    }
}
