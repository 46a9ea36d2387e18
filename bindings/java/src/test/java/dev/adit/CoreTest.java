package dev.adit;

import static dev.adit.Fixtures.*;
import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoreTest {
    @Test
    void givenALibraryWhenAskedThenItListsItsAppsAndTheirCatalogs() {
        assertTrue(CORES.version().matches("\\d+\\.\\d+\\.\\d+"));
        assertEquals(List.of("counter", "todo"), CORES.apps().keys().stream().sorted().toList());
        Json catalog = CORES.catalog("counter");
        assertTrue(catalog.get("$defs").has("@toCore"));
        assertEquals("{\"breaks\":[],\"differences\":[]}", CORES.compare(catalog, catalog).toString());
    }

    @Test
    void givenACoreWhenItIsProcessedThenItDelivers() {
        List<Json> messages = new ArrayList<>();
        try (Core core = CORES.open("counter", messages::add)) {
            core.send(increment(2));
            assertTrue(core.isReady());
            assertEquals(1, core.process());
            assertFalse(core.isReady());
            assertEquals(2, to(messages.get(0)));
        }
        assertTrue(messages.get(1).has("@closed"));
    }

    @Test
    void givenARunnerWhenAMessageIsSentThenItsThreadDelivers() throws Exception {
        CompletableFuture<Thread> heard = new CompletableFuture<>();
        try (Core core = CORES.open("counter", message -> heard.complete(Thread.currentThread()));
                CoreRunner runner = CoreRunner.start(core)) {
            core.send("{\"counter\":{\"request\":{\"increment\":{\"by\":3}}}}");
            assertSame(runner.thread(), await(heard));
        }
    }

    @Test
    void givenAnExceptionOfACallbackWhenARunnerDrivesThenOnErrorGetsItAndTheCoreGoesOn() throws Exception {
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        CompletableFuture<Long> went = new CompletableFuture<>();
        Core core = CORES.core("counter").onError(failed::complete).onMessage(message -> {
            if (to(message) == 1) {
                throw new IllegalStateException("one");
            }
            went.complete(to(message));
        }).open();
        CoreRunner runner = CoreRunner.start(core);
        core.send(increment(1));
        core.send(increment(1));
        assertEquals("one", await(failed).getMessage());
        assertEquals(2, await(went));
        core.close();
        runner.thread().join();
    }

    @Test
    void givenARunnerWhenItIsClosedThenItsThreadEndsAndTheCoreIsOpen() {
        try (Core core = CORES.open("counter", message -> {})) {
            CoreRunner runner = CoreRunner.start(core);
            runner.close();
            assertFalse(runner.thread().isAlive());
            assertEquals(1, to(core.call(increment(1)).get(0)));
        }
    }

    @Test
    void givenACloseMessageWhenARunnerDrivesThenWhatWasSentBeforeIsHandledAndTheCoreCloses() throws Exception {
        List<Json> messages = new ArrayList<>();
        Core core = CORES.open("counter", messages::add);
        core.send(increment(7));
        core.send(Json.object("@close", Json.object()));
        CoreRunner runner = CoreRunner.start(core);
        runner.thread().join();
        assertTrue(core.isClosed());
        assertEquals(7, to(messages.get(0)));
        assertTrue(messages.get(1).has("@closed"));
    }

    @Test
    void givenPullModeWhenMessagesAreReceivedThenTheyComeOneByOneOrAll() {
        try (Core core = CORES.core("counter").pull().open()) {
            assertEquals(Optional.empty(), core.receive(Duration.ZERO));
            assertEquals(List.of(), core.receiveAll(Duration.ZERO, 0));
            for (int count = 0; count < 3; count++) {
                core.send(increment(1));
            }
            assertEquals(1, to(core.receive(Core.FOREVER).orElseThrow()));
            assertEquals(List.of(2L, 3L), core.receiveAll(Core.FOREVER, 0).stream().map(Fixtures::to).toList());
            assertThrows(IllegalStateException.class, () -> core.request(increment(1)));
        }
    }

    @Test
    void givenAMessageWhenItIsCalledThenItsOutputIsReturned() {
        try (Core core = CORES.core("counter").open()) {
            assertEquals(List.of(5L), core.call(increment(5)).stream().map(Fixtures::to).toList());
            byte[] output = core.call(bytes(increment(1).toString()), Duration.ofSeconds(9));
            assertEquals("[{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":6}}}}]", Utf8.decode(output));
        }
    }

    @Test
    void givenBatchesWhenTheyAreDeliveredThenTheListenerGetsEachMessage() {
        List<Long> sums = new ArrayList<>();
        Json config = Json.object("delivery", "batches");
        try (Core core = CORES.core("counter").config(config).onMessage(message -> sums.add(to(message))).open()) {
            for (int count = 0; count < 3; count++) {
                core.send(increment(1));
            }
            core.process();
            assertEquals(List.of(1L, 2L, 3L), sums);
        }
    }

    @Test
    void clientNames() throws Exception {
        List<Json> messages = new ArrayList<>();
        Json config = Json.object("clients", List.of("@subscribe"));
        try (Core core = CORES.core("counter").config(config).onMessage(messages::add).open()) {
            Mirror value = core.follow("/value"); // mirror-1, whose subscription is request-1
            core.process();
            core.submit("mallory", Json.parse("{\"@subscribe\":{\"subscription\":\"mirror-1\",\"path\":\"\"}}"));
            core.submit("mallory", Json.parse("{\"counter\":{\"request\":{\"increment\":{\"by\":1}}},\"@id\":\"request-2\"}"));
            CompletableFuture<Json> own = core.request(increment(1));
            core.process();
            assertEquals(2, to(await(own)));
            assertEquals(2, value.value().asLong());
            assertTrue(messages.size() >= 2 && messages.stream().allMatch(message -> message.has("@client")), messages.toString());
        }
    }

    @Test
    void givenAClientWhenItSubmitsThenItsAnswerNamesIt() throws Exception {
        List<Json> messages = new ArrayList<>();
        try (Core core = CORES.open("counter", messages::add)) {
            CompletableFuture<Json> own = core.request(increment(1));
            core.submit("web-1", Json.parse("{\"counter\":{\"request\":{\"increment\":{\"by\":1}}},\"@id\":\"request-1\"}"));
            core.process();
            assertEquals("web-1", messages.get(0).get("@client").asString());
            assertFalse(await(own).has("@client"));
            assertFails(ErrorCode.EDENIED, () -> core.submit("web-1", Json.parse("{\"@close\":{}}")));
            assertFails(ErrorCode.EINVAL, () -> core.submit("web\0", increment(1)));
        }
    }

    @Test
    void givenARequestWhenTheAppAnswersThenItCompletesAndAnErrorFailsIt() throws Exception {
        try (Core core = CORES.core("todo").open(); CoreRunner runner = CoreRunner.start(core)) {
            assertEquals("Milk", await(core.request(add("Milk"))).at("/todo/response/wasAdded/text").asString());
            Json value = await(core.request(Json.parse("{\"@get\":{\"path\":\"/items\"}}")));
            assertEquals(List.of("Milk"), texts(value.at("/@value/value")));
            Throwable unknown = failureOf(core.request(Json.parse("{\"@get\":{\"path\":\"/itms\"}}")));
            assertEquals(ErrorCode.EMESSAGE, ((AditException) unknown).code());
            assertTrue(unknown.getMessage().contains("did you mean \"items\""), unknown.getMessage());
            Throwable refused = failureOf(core.request(Json.parse("{\"todo\":{}}")));
            assertEquals(ErrorCode.EMESSAGE, ((AditException) refused).code());
            assertThrows(IllegalArgumentException.class, () -> core.request(Json.parse("{\"@id\":1}")));
        }
    }

    @Test
    void givenIntegersOf64BitsWhenTheyPassThenTheyKeepTheirValue() {
        try (Core core = CORES.core("counter").open()) {
            assertEquals(Long.MAX_VALUE, to(core.call(increment(Long.MAX_VALUE)).get(0)));
            assertTrue(core.call(increment(1)).get(0).find("/counter/response/wasNotIncremented").isPresent());
        }
    }

    @Test
    void givenAStoreWhenItIsExaminedThenAditSaysHowItIs(@TempDir Path folder) {
        Json store = Json.object("store", Json.object("path", folder.resolve("todo.store").toString()));
        Json check = Json.object("store", Json.object("path", folder.resolve("todo.store").toString(), "check", true));
        assertTrue(CORES.examine("todo", check).startsWith("new: "));
        try (Core core = CORES.core("todo").config(store).open()) {
            assertFails(ErrorCode.ELOCKED, () -> CORES.examine("todo", check));
        }
        assertTrue(CORES.examine("todo", check).startsWith("fine: "));
        assertThrows(IllegalArgumentException.class, () -> CORES.core("todo").config(check).open());
        assertThrows(IllegalArgumentException.class, () -> CORES.examine("todo", Json.object()));
    }
}
