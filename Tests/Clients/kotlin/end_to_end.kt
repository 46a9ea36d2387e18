// A generated client of todo, over Adit's binding: end_to_end LIBRARY
//
// It is made of a catalog in which the error emptyText has another name, so that an answer with it is not understood; the other
// one has another hash.
import client.*
import dev.adit.AditException
import dev.adit.CoreRunner
import dev.adit.ErrorCode
import dev.adit.Library
import dev.adit.typed.DecodingException
import dev.adit.typed.Protocol.AditConfig
import dev.adit.typed.Received
import dev.adit.typed.Sent
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletableFuture.completedFuture
import java.util.concurrent.ExecutionException
import java.util.concurrent.LinkedBlockingQueue

fun TodoClient.add(text: String): TodoResponse = todo.add(TodoItemInput(text)).get()

fun expect(found: Any?, expected: Any?) = check(found == expected) { "found $found; $expected is expected" }

fun failure(action: () -> Unit): Throwable {
    try {
        action()
    } catch (error: ExecutionException) {
        return error.cause!!
    } catch (error: Exception) {
        return error
    }
    throw IllegalStateException("found no error")
}

/** Runs a client on a thread, and closes it, which ends the thread. */
fun TodoClient.run(body: (TodoClient) -> Unit) = use {
    CoreRunner.start(core())
    body(this)
}

/** Requests, a message with what stands beside it, a gateway and a followed part. */
fun requests(library: Library) {
    val heard = LinkedBlockingQueue<Received>()
    val gateways = Gateways(lists = { _, _ -> completedFuture(FetchedList(listOf("Bread", "Salt"))) })
    TodoClient.open(library, gateways) { heard.add(it) }.run { client ->
        val open = client.followViewOpen(0, 10)
        val counts = LinkedBlockingQueue<Int>()
        open.onChange { counts.add(it!!.size()) }
        expect(open.ready().get().size(), 0)
        val added = client.add("Milk") as TodoResponse.WasAdded
        expect(added.value.text, "Milk")
        expect(added.value.completed, false)
        val imported = client.todo.`import`("groceries").get() as TodoResponse.WereImported
        expect(imported.value.map { it.text }, listOf("Bread", "Salt"))
        while (counts.take() != 3);
        expect(open.value().map { it.text }, listOf("Milk", "Bread", "Salt"))
        expect(open.value().get(open.value().ids()[0]).text, "Milk")
        client.send(Sent(TodoRequest.Add(TodoItemInput("Tea")), null, 7L, null, null))
        val tea = generateSequence { heard.take() }.first { "todo" in it.path() }
        expect(tea.id(), 7L)
        expect(tea.path(), listOf("todo", "response"))
        check(client.tagging.create(TagInput("food")).get() is TaggingResponse.WasCreated)
        expect(client.stats().get().queued(), 0L)
    }
}

/** An exception of a gateway is an error of the app's, and a future is cancelled with its effect. */
fun gateways(library: Library) {
    val waiting = CompletableFuture<FetchedList>()
    val began = CompletableFuture<String>()
    val lists = { request: ListRequest, _: Any ->
        val list = (request as ListRequest.Fetch).list
        if (list == "nothing") throw IllegalStateException("no such list")
        began.complete(list)
        waiting
    }
    TodoClient.open(library, Gateways(lists = lists)).run { client ->
        expect((client.todo.`import`("nothing").get() as TodoResponse.WereNotImported).from, "nothing")
        client.send(TodoRequest.Import("groceries"))
        expect(began.get(), "groceries")
        client.send(TodoRequest.CancelImport("groceries"))
        check(failure { waiting.get() } is java.util.concurrent.CancellationException)
    }
}

/** What is not understood is an error, and the client goes on. */
fun misunderstood(library: Library) {
    val errors = LinkedBlockingQueue<Throwable>()
    TodoClient.open(library, onError = { errors.add(it) }) { }.run { client ->
        val sent = { client.send(TodoRequest.Add(TodoItemInput(""))) }
        for (error in listOf(failure { client.add("") }, sent().let { errors.take() })) {
            check(error is DecodingException) { error }
            check(error.message!!.startsWith("todo.response.wasNotAdded.error: found a text; one of noText")) { error }
        }
        check(client.add("Milk") is TodoResponse.WasAdded)
    }
}

/** An app with another catalog is refused; one that has extended it is not. */
fun refused(library: Library) {
    val error = failure { other.TodoClient.open(library) } as AditException
    expect(error.code(), ErrorCode.ECONFIG)
    check("expects" in error.message!!)
    val catalog = library.catalog("todo").value() as Map<*, *> + mapOf("hash" to "0123456789abcdef")
    TodoClient.open(library, config = AditConfig().withExpects(catalog)).run { client ->
        check(client.add("Milk") is TodoResponse.WasAdded)
    }
}

fun main(arguments: Array<String>) {
    val library = Library.load(arguments[0])
    requests(library)
    gateways(library)
    misunderstood(library)
    refused(library)
}
