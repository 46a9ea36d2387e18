package dev.adit;

import static dev.adit.Fixtures.*;
import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GatewayTest {
    private static final Json IMPORT = todo("import", "from", "groceries");

    private static Json page(String request) {
        return Json.object("page", Json.object("request", Json.object(request, Json.object("url", "/a"))));
    }

    @Test
    void givenAFunctionWhenAnEffectAsksItThenTheAppGetsItsResult() throws Exception {
        Gateway lists = (request, call) -> CompletableFuture.supplyAsync(
                () -> Json.object("texts", List.of(request.at("/fetch/list").asString(), call.id().orElseThrow().asString())));
        try (Core core = CORES.core("todo").gateway("lists", lists).open(); CoreRunner runner = CoreRunner.start(core)) {
            Json imported = await(core.request(IMPORT)).at("/todo/response/wereImported");
            assertEquals(List.of("groceries", "request-1"),
                    imported.elements().stream().map(item -> item.get("text").asString()).toList());
        }
    }

    @Test
    void givenAFullQueueWhenAGatewayAnswersThenTheReplyIsSentOnceThereIsRoom() throws Exception {
        Core[] open = new Core[1];
        Gateway lists = (request, call) -> {
            assertEquals(ErrorCode.EFULL, assertThrows(AditException.class, () -> {
                while (true) {
                    open[0].send(add("x"));
                }
            }).code());
            return CompletableFuture.completedFuture(Json.object("texts", List.of("Milk")));
        };
        try (Core core = CORES.core("todo").config(Json.parse("{\"limits\":{\"queue\":2}}")).gateway("lists", lists).open()) {
            open[0] = core;
            CompletableFuture<Json> imported = core.request(IMPORT);
            core.process(); // the gateway answers while the queue is full
            for (int turn = 0; turn < 10 && !imported.isDone(); turn++) {
                core.process();
            }
            assertEquals("Milk", imported.getNow(Json.object()).at("/todo/response/wereImported/0/text").asString());
        }
    }

    @Test
    void refusedReply() throws Exception {
        Core[] open = new Core[1];
        List<Throwable> reported = Collections.synchronizedList(new ArrayList<>());
        Gateway lists = (request, call) -> {
            if (!request.at("/fetch/list").asString().equals("big")) {
                return CompletableFuture.completedFuture(Json.object("texts", List.of("Milk")));
            }
            assertThrows(AditException.class, () -> {
                while (true) {
                    open[0].send(add("x"));
                }
            });
            return CompletableFuture.completedFuture(Json.object("texts", List.of("x".repeat(10_000))));
        };
        try (Core core = CORES.core("todo").config(Json.parse("{\"limits\":{\"queue\":2,\"message\":5000}}")).onError(reported::add)
                .gateway("lists", lists).open()) {
            open[0] = core;
            CompletableFuture<Json> refused = core.request(Json.parse("{\"todo\":{\"request\":{\"import\":{\"from\":\"big\"}}}}"));
            for (int turn = 0; turn < 10 && !refused.isDone(); turn++) {
                core.process();
            }
            assertTrue(refused.getNow(Json.object()).toString().contains("5000"), refused.toString());
            assertEquals(List.of(ErrorCode.ESIZE), reported.stream().map(error -> ((AditException) error).code()).toList());
            CompletableFuture<Json> imported = core.request(IMPORT);
            for (int turn = 0; turn < 10 && !imported.isDone(); turn++) {
                core.process();
            }
            assertEquals("Milk", imported.getNow(Json.object()).at("/todo/response/wereImported/0/text").asString());
        }
    }

    @Test
    void givenACallbackThatThrowsDuringACallWhenItsOutputHasRequestsToGatewaysThenTheyAreServed() {
        List<Json> served = new ArrayList<>();
        Core core = CORES.core("todo").onMessage(message -> {
            if (message.has("todo")) {
                throw new IllegalStateException("mine");
            }
        }).gateway("lists", (request, call) -> {
            served.add(request);
            return new CompletableFuture<Json>();
        }).open();
        core.send(add("x"));
        assertEquals("mine", assertThrows(IllegalStateException.class, () -> core.call(IMPORT)).getMessage());
        assertEquals(1, served.size());
        core.close();
    }

    @Test
    void givenACancellationThatThrowsInACallThenTheListenerHasTheRestOfItsOutput() {
        List<Json> heard = new ArrayList<>();
        try (Core core = CORES.core("todo").onMessage(heard::add).gateway("lists", (request, call) -> {
            call.onCancel(() -> { throw new IllegalStateException("mine"); });
            return new CompletableFuture<Json>();
        }).open()) {
            core.send(IMPORT);
            core.process();
            Json cancel = todo("cancelImport", "from", "groceries");
            assertEquals("mine", assertThrows(IllegalStateException.class, () -> core.call(cancel)).getMessage());
            assertEquals("groceries", heard.get(0).at("/todo/response/importWasCancelled/from").asString());
        }
    }

    @Test
    void givenACancellationThatThrowsWhenTheCoreClosesThenTheOthersAreCancelled() {
        AtomicInteger cancelled = new AtomicInteger();
        Core core = CORES.core("todo").gateway("lists", (request, call) -> {
            call.onCancel(() -> { throw new IllegalStateException("mine"); });
            call.onCancel(cancelled::incrementAndGet);
            return new CompletableFuture<Json>();
        }).open();
        for (String list : List.of("groceries", "books")) {
            core.send("{\"todo\":{\"request\":{\"import\":{\"from\":\"" + list + "\"}}}}");
        }
        core.process();
        assertEquals("mine", assertThrows(IllegalStateException.class, core::close).getMessage());
        assertEquals(2, cancelled.get());
        assertTrue(core.isClosed());
    }

    @Test
    void givenAnExportWhenItReportsItsProgressThenThatIsNoAnswer() throws Exception {
        Path folder = Files.createTempDirectory("adit-");
        List<String> texts = IntStream.range(0, 20_000).mapToObj(number -> "Item " + number).toList();
        List<Json> heard = Collections.synchronizedList(new ArrayList<>());
        Json config = Json.object("files", Json.object("folder", folder.toString()));
        try (Core core = CORES.core("todo").config(config).onMessage(heard::add)
                .gateway("lists", (request, call) -> CompletableFuture.completedFuture(Json.object("texts", texts))).open();
                CoreRunner runner = CoreRunner.start(core)) {
            await(core.request(IMPORT));
            Json answer = await(core.request(Json.parse("{\"@export\":{\"path\":\"todo.json\"}}")));
            assertTrue(answer.has("@exported"), answer.toString());
            assertTrue(heard.stream().anyMatch(message -> message.has("@progress")));
        }
        Files.delete(folder.resolve("todo.json"));
        Files.delete(folder);
    }

    @Test
    void gatewayThrows() throws Exception {
        List<Gateway> gateways = new ArrayList<>(List.of(
                (request, call) -> { throw new java.io.IOException("no list"); },
                (request, call) -> CompletableFuture.supplyAsync(() -> { throw new IllegalStateException("gone"); }),
                (request, call) -> CompletableFuture.completedFuture(new Object()),
                (request, call) -> null));
        List<Throwable> reported = Collections.synchronizedList(new ArrayList<>());
        try (Core core = CORES.core("todo").onError(reported::add)
                .gateway("lists", (request, call) -> gateways.remove(0).serve(request, call)).open();
                CoreRunner runner = CoreRunner.start(core)) {
            for (String expected : List.of("no list", "gone", "java.lang.Object", "texts")) {
                Json error = await(core.request(IMPORT)).at("/todo/response/wereNotImported/error/message");
                assertTrue(error.asString().contains(expected) || expected.equals("texts"), error.toString());
            }
        }
        // The host sees them as well; null is a result, which the app refuses.
        assertEquals(List.of("no list", "gone"), reported.stream().limit(2).map(Throwable::getMessage).toList());
        assertEquals(3, reported.size());
    }

    @Test
    void givenARequestThatIsAskedAgainByItsIdWhenTheFirstStageEndsLateThenItsResultIsIgnored() {
        List<CompletableFuture<Object>> stages = new ArrayList<>();
        List<String> sent = new ArrayList<>();
        Gateways gateways = new Gateways(Map.of("lists", (request, call) -> {
            CompletableFuture<Object> stage = new CompletableFuture<>() {
                @Override
                public boolean cancel(boolean interrupts) {
                    return false; // it goes on
                }
            };
            stages.add(stage);
            return stage;
        }), error -> fail(error));
        gateways.send = message -> sent.add(message.toString());
        Json effect = Json.parse("{\"@effect\":{\"id\":\"e1-1\",\"gateway\":\"lists\",\"request\":{}}}");
        gateways.begin(effect);
        gateways.cancelAll(); // the core's process has ended
        gateways.begin(effect); // a durable request
        stages.get(0).complete("late");
        assertEquals(List.of(), sent);
        stages.get(1).complete("right");
        assertEquals(List.of("{\"@reply\":{\"effect\":\"e1-1\",\"result\":\"right\"}}"), sent);
    }

    @Test
    void gatewayCancelled() throws Exception {
        CompletableFuture<GatewayCall> began = new CompletableFuture<>();
        CompletableFuture<Object> result = new CompletableFuture<>();
        List<Json> messages = new ArrayList<>();
        try (Core core = SHOWCASE.core("reader").onMessage(messages::add)
                .gateway("keyValue", (request, call) -> CompletableFuture.completedFuture(Json.object()))
                .gateway("http", (request, call) -> {
                    began.complete(call);
                    return result.minimalCompletionStage();
                }).open(); CoreRunner runner = CoreRunner.start(core)) {
            core.send(page("open"));
            GatewayCall call = await(began);
            assertFalse(call.isCancelled());
            assertEquals("/a", await(core.request(page("cancel"))).at("/page/response/wasCancelled/url").asString());
            assertTrue(call.isCancelled());
            result.complete(Json.object("status", 200));
            Json stats = await(core.request(Json.parse("{\"@stats\":{}}")));
            assertEquals(0, stats.at("/@stats/ignoredReplies").asLong(), "nothing is sent late");
            assertEquals(List.of(), messages);
        }
    }

    @Test
    void givenABlockingGatewayWhenItIsCancelledThenItIsInterrupted() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        CountDownLatch never = new CountDownLatch(1);
        CompletableFuture<Void> began = new CompletableFuture<>();
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Gateway lists = Gateway.blocking(executor, (request, call) -> {
            began.complete(null);
            try {
                never.await();
            } catch (InterruptedException error) {
                ended.complete(error);
            }
            return Json.object("texts", List.of());
        });
        try (Core core = CORES.core("todo").gateway("lists", lists).open(); CoreRunner runner = CoreRunner.start(core)) {
            core.send(IMPORT);
            await(began);
            core.send(todo("cancelImport", "from", "groceries"));
            assertInstanceOf(InterruptedException.class, await(ended));
        }
        executor.shutdown();
    }

    @Test
    void givenASourceWhenItEmitsThenTheAppGetsEachItemUntilItEnds() throws Exception {
        CompletableFuture<GatewayCall> began = new CompletableFuture<>();
        CompletableFuture<Void> end = new CompletableFuture<>();
        CompletableFuture<String> lost = new CompletableFuture<>();
        try (Core core = SHOWCASE.core("chat").gateway("inbox", (request, call) -> {
            began.complete(call);
            return end;
        }).onMessage(message -> message.find("/inbox/wasLost/room").ifPresent(room -> lost.complete(room.asString()))).open();
                CoreRunner runner = CoreRunner.start(core)) {
            await(core.request(Json.parse("{\"presence\":{\"request\":{\"goOnline\":{\"room\":\"tea\"}}}}")));
            GatewayCall call = await(began);
            call.emit(Json.object("from", "Ann", "text", "hello"));
            call.emit(Json.object("from", "Ann", "text", "bye"));
            end.complete(null);
            assertEquals("tea", await(lost));
            Json value = await(core.request(Json.parse("{\"@get\":{\"path\":\"/messages\"}}")));
            assertEquals(List.of("hello", "bye"), texts(value.at("/@value/value")));
        }
    }

    @Test
    void givenAGatewayWithoutAReplyWhenItThrowsThenOnErrorGetsIt() throws Exception {
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        try (Core core = CORES.core("todo").config(Json.object("clock", "virtual")).onError(failed::complete)
                .gateway("review", (request, call) -> { throw new IllegalStateException("no window"); }).open()) {
            String id = core.call(add("Milk")).get(0).at("/todo/response/wasAdded/id").asString();
            core.send(todo("check", "id", id));
            core.send("{\"@advance\":{\"by\":5000}}");
            core.process();
            assertEquals("no window", await(failed).getMessage());
        }
    }

    @Test
    void closePending() throws Exception {
        CompletableFuture<GatewayCall> began = new CompletableFuture<>();
        CompletableFuture<Object> never = new CompletableFuture<>();
        Core core = CORES.core("todo").gateway("lists", (request, call) -> {
            began.complete(call);
            return never;
        }).open();
        CoreRunner runner = CoreRunner.start(core);
        CompletableFuture<Json> waiting = core.request(IMPORT);
        GatewayCall call = await(began);
        runner.close();
        CompletableFuture<Json> queued = core.request(Json.parse("{\"@stats\":{}}"));
        core.close();
        assertEquals(ErrorCode.ECLOSED, ((AditException) failureOf(waiting)).code());
        assertEquals(ErrorCode.ECLOSED, ((AditException) failureOf(queued)).code());
        assertTrue(call.isCancelled());
        assertTrue(never.isCancelled());
    }
}
