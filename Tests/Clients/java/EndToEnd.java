// A generated client of todo, over Adit's binding: EndToEnd LIBRARY
//
// It is made of a catalog in which the error emptyText has another name, so that an answer with it is not understood; the other one has
// another hash.
import client.TodoApp.FetchedList;
import client.TodoApp.ListRequestFetch;
import client.TodoApp.TagInput;
import client.TodoApp.TodoClient;
import client.TodoApp.TodoItem;
import client.TodoApp.TodoItemInput;
import client.TodoApp.TodoRequestAdd;

import client.TodoApp.Gateways;
import client.TodoApp.TaggingResponseWasCreated;
import client.TodoApp.TodoResponse;
import client.TodoApp.TodoResponseImportWasCancelled;
import client.TodoApp.TodoResponseWasAdded;
import client.TodoApp.TodoResponseWereImported;
import client.TodoApp.TodoResponseWereNotImported;
import dev.adit.AditException;
import dev.adit.CoreRunner;
import dev.adit.ErrorCode;
import dev.adit.Library;
import dev.adit.typed.DecodingException;
import dev.adit.typed.Protocol.AditConfig;
import dev.adit.typed.Received;
import dev.adit.typed.Sent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;

public final class EndToEnd {
    interface Body {
        void run(TodoClient client) throws Exception;
    }

    static void expect(Object found, Object expected) {
        if (!Objects.equals(found, expected)) throw new IllegalStateException("found " + found + "; " + expected + " is expected");
    }

    static Throwable failure(Callable<?> action) {
        try {
            action.call();
        } catch (ExecutionException error) {
            return error.getCause();
        } catch (Exception error) {
            return error;
        }
        throw new IllegalStateException("found no error");
    }

    /** Runs a client on a thread, and closes it, which ends the thread. */
    static void run(TodoClient client, Body body) throws Exception {
        try (client) {
            CoreRunner.start(client.core());
            body.run(client);
        }
    }

    static List<String> texts(Iterable<TodoItem> items) {
        List<String> texts = new java.util.ArrayList<>();
        items.forEach(item -> texts.add(item.text()));
        return texts;
    }

    /** Requests, a message with what stands beside it, a gateway and a followed part. */
    static void requests(Library library) throws Exception {
        LinkedBlockingQueue<Received> heard = new LinkedBlockingQueue<>();
        Gateways gateways = new Gateways()
                .lists((request, call) -> CompletableFuture.completedFuture(new FetchedList(List.of("Bread", "Salt"))));
        run(TodoClient.open(library, gateways, null, null, heard::add), client -> {
            var open = client.followViewOpen(0, 10);
            LinkedBlockingQueue<Integer> counts = new LinkedBlockingQueue<>();
            open.onChange(items -> counts.add(items.size()));
            expect(open.ready().get().size(), 0);
            TodoResponse added = client.todo.add(new TodoItemInput("Milk")).get();
            expect(added instanceof TodoResponseWasAdded was ? was.value().text() + was.value().completed() : added, "Milkfalse");
            TodoResponse imported = client.todo.import_("groceries").get();
            expect(imported instanceof TodoResponseWereImported were ? texts(were.value()) : imported, List.of("Bread", "Salt"));
            while (counts.take() != 3) continue;
            expect(texts(open.value()), List.of("Milk", "Bread", "Salt"));
            expect(open.value().get(open.value().ids().get(0)).text(), "Milk");
            client.send(new Sent(new TodoRequestAdd(new TodoItemInput("Tea")), null, 7L, null, null));
            Received tea = heard.take();
            while (!tea.path().contains("todo")) tea = heard.take();
            expect(tea.id(), 7L);
            expect(tea.path(), List.of("todo", "response"));
            expect(client.tagging.create(new TagInput("food")).get() instanceof TaggingResponseWasCreated, true);
            expect(client.stats().get().queued(), 0L);
        });
    }

    /** An exception of a gateway is an error of the app's, and a future is cancelled with its effect. */
    static void gateways(Library library) throws Exception {
        CompletableFuture<FetchedList> waiting = new CompletableFuture<>();
        CompletableFuture<String> began = new CompletableFuture<>();
        Gateways gateways = new Gateways().lists((request, call) -> {
            String list = ((ListRequestFetch) request).list();
            if (list.equals("nothing")) throw new IllegalStateException("no such list");
            began.complete(list);
            return waiting;
        });
        run(TodoClient.open(library, gateways, null, null, null), client -> {
            expect(client.todo.import_("nothing").get() instanceof TodoResponseWereNotImported, true);
            client.todo.import_("groceries");
            expect(began.get(), "groceries");
            expect(client.todo.cancelImport("groceries").get(), new TodoResponseImportWasCancelled("groceries"));
            expect(failure(waiting::get) instanceof CancellationException, true);
        });
    }

    /** What is not understood is an error, and the client goes on. */
    static void misunderstood(Library library) throws Exception {
        LinkedBlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
        run(TodoClient.open(library, null, null, errors::add, message -> {}), client -> {
            Throwable first = failure(() -> client.todo.add(new TodoItemInput("")).get());
            client.send(new TodoRequestAdd(new TodoItemInput("")));
            for (Throwable error : List.of(first, errors.take())) {
                expect(error instanceof DecodingException, true);
                expect(error.getMessage().startsWith("todo.response.wasNotAdded.error: found a text; one of noText"), true);
            }
            expect(client.todo.add(new TodoItemInput("Milk")).get() instanceof TodoResponseWasAdded, true);
        });
    }

    /** An app with another catalog is refused; one that has extended it is not. */
    static void refused(Library library) throws Exception {
        Throwable error = failure(() -> other.TodoApp.TodoClient.open(library, null, null, null, null));
        expect(((AditException) error).code(), ErrorCode.ECONFIG);
        expect(error.getMessage().contains("expects"), true);
        Map<String, Object> catalog = new LinkedHashMap<>();
        ((Map<?, ?>) library.catalog("todo").value()).forEach((key, value) -> catalog.put((String) key, value));
        catalog.put("hash", "0123456789abcdef");
        AditConfig config = new AditConfig().withExpects(catalog);
        run(TodoClient.open(library, null, config, null, null), client ->
                expect(client.todo.add(new TodoItemInput("Milk")).get() instanceof TodoResponseWasAdded, true));
    }

    public static void main(String[] arguments) throws Exception {
        Library library = Library.load(arguments[0]);
        requests(library);
        gateways(library);
        misunderstood(library);
        refused(library);
    }
}
