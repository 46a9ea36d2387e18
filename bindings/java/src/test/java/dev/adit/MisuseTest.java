package dev.adit;

import static dev.adit.Fixtures.*;
import static org.junit.jupiter.api.Assertions.*;

import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A test for each name of bindings/conformance/README.md; those of gateways are in GatewayTest. */
class MisuseTest {
    @Test
    void useAfterClose() {
        Core core = CORES.core("counter").open();
        Core pull = CORES.core("counter").pull().open();
        core.close();
        pull.close();
        assertFails(ErrorCode.ECORE, () -> core.send(increment(1)));
        assertFails(ErrorCode.ECORE, () -> core.submit("a", increment(1)));
        assertFails(ErrorCode.ECORE, core::process);
        assertFails(ErrorCode.ECORE, () -> core.call(increment(1)));
        assertFails(ErrorCode.ECORE, core::wakeup);
        assertFails(ErrorCode.ECORE, core::isReady);
        assertFails(ErrorCode.ECORE, () -> pull.receive(Duration.ZERO));
        assertFails(ErrorCode.ECORE, () -> pull.receiveAll(Duration.ZERO, 0));
        assertEquals(ErrorCode.ECORE, ((AditException) failureOf(core.request(increment(1)))).code());
        assertEquals(ErrorCode.ECORE, ((AditException) failureOf(core.follow("/value").ready())).code());
    }

    @Test
    void closeTwice() {
        AtomicInteger count = new AtomicInteger();
        Core core = CORES.open("counter", message -> count.incrementAndGet());
        core.close();
        core.close();
        assertEquals(1, count.get());
    }

    @Test
    void droppedCore() {
        AtomicInteger called = new AtomicInteger();
        List<WeakReference<Core>> dropped = new ArrayList<>();
        long id = drop(called, dropped);
        while (dropped.get(0).get() != null) {
            System.gc();
        }
        while (true) { // the cleaner has a thread of its own
            try {
                Native.check(CORES.pointer, Native.wakeup(CORES.pointer, id));
                Thread.onSpinWait();
            } catch (AditException error) {
                assertEquals(ErrorCode.ECORE, error.code());
                break;
            }
        }
        assertEquals(0, called.get());
    }

    /** Its listener refers to the core, which does not keep it. */
    private static long drop(AtomicInteger called, List<WeakReference<Core>> dropped) {
        Core[] self = new Core[1];
        self[0] = CORES.open("counter", message -> called.addAndGet(self[0] == null ? 1 : 2));
        self[0].send(increment(1));
        dropped.add(new WeakReference<>(self[0]));
        return self[0].id();
    }

    @Test
    void callbackThrows() {
        List<Long> seen = new ArrayList<>();
        try (Core core = CORES.open("counter", message -> {
            seen.add(to(message));
            if (to(message) % 2 == 1) {
                throw new IllegalStateException("odd: " + to(message));
            }
        })) {
            for (int count = 0; count < 3; count++) {
                core.send(increment(1));
            }
            IllegalStateException error = assertThrows(IllegalStateException.class, core::process);
            assertEquals("odd: 1", error.getMessage());
            assertEquals("odd: 3", error.getSuppressed()[0].getMessage());
            assertEquals(List.of(1L, 2L, 3L), seen);
            core.send(increment(2));
            assertThrows(IllegalStateException.class, core::process);
            assertEquals(6, to(core.call(increment(1)).get(0)));
        }
    }

    @Test
    void callbackThrowsInACall() {
        for (boolean isText : new boolean[] {false, true}) {
            List<Consumer<Core>> calls = List.of(core -> core.call(increment(2)),
                    core -> core.call(bytes(increment(2).toString()), Core.FOREVER));
            for (Consumer<Core> call : calls) {
                List<Long> heard = new ArrayList<>();
                Consumer<Json> listener = message -> {
                    heard.add(to(message));
                    if (heard.size() == 1) {
                        throw new IllegalStateException("mine");
                    }
                };
                CoreBuilder builder = CORES.core("counter");
                try (Core core = (isText ? builder.onText(text -> listener.accept(Json.parse(text))) : builder.onMessage(listener)).open()) {
                    core.send(increment(1));
                    assertEquals("mine", assertThrows(IllegalStateException.class, () -> call.accept(core)).getMessage());
                    // What the call would have returned is not lost.
                    assertEquals(List.of(1L, 3L), heard);
                }
            }
        }
    }

    private static int overflow(int depth) {
        return overflow(depth + 1) + 1;
    }

    @Test
    void callbackThrowsAStackOverflow() {
        try (Core core = CORES.open("counter", message -> {
            if (to(message) == 1) {
                overflow(0);
            }
        })) {
            core.send(increment(1));
            assertThrows(StackOverflowError.class, core::process);
            assertEquals(2, to(core.call(increment(1)).get(0)));
        }
    }

    @Test
    void callbackDrives() {
        List<ErrorCode> found = new ArrayList<>();
        Core[] self = new Core[1];
        self[0] = CORES.open("counter", message -> {
            if (to(message) != 1) {
                return;
            }
            List<Runnable> calls = List.of(() -> self[0].process(), () -> self[0].receive(Duration.ZERO),
                    () -> self[0].call(increment(1)), () -> self[0].close());
            for (Runnable call : calls) {
                found.add(assertThrows(AditException.class, call::run).code());
            }
            self[0].send(increment(1));
        });
        self[0].send(increment(1));
        self[0].process();
        assertEquals(List.of(ErrorCode.EBUSY, ErrorCode.EBUSY, ErrorCode.EBUSY, ErrorCode.EBUSY), found);
        assertEquals(3, to(self[0].call(increment(1)).get(0)));
        self[0].close();
    }

    @Test
    void invalidJson() {
        try (Core core = CORES.core("counter").open()) {
            assertEquals(6, assertFails(ErrorCode.EJSON, () -> core.send("{\"é\":}")).offset().orElseThrow());
            assertFails(ErrorCode.EJSON, () -> core.call(bytes("{\"a\":1,\"a\":2}"), Core.FOREVER));
            assertFails(ErrorCode.EJSON, () -> core.send(""));
            assertThrows(NullPointerException.class, () -> core.send((byte[]) null));
            assertFails(ErrorCode.EINVAL, () -> core.process(Duration.ofMillis(-1)));
        }
    }

    @Test
    void invalidMessage() {
        try (Core core = CORES.core("todo").open()) {
            AditException error = assertFails(ErrorCode.EMESSAGE, () -> core.send(todo("ad", "id", "1")));
            assertTrue(error.getMessage().startsWith("todo.request: no case \"ad\"; did you mean \"add\"?"), error.toString());
            assertEquals(-9, error.code().number());
        }
    }

    @Test
    void invalidUtf8() {
        try (Core core = CORES.core("todo").open()) {
            byte[] bytes = bytes(add("Milk_").toString());
            int place = add("Milk_").toString().indexOf('_');
            bytes[place] = (byte) 0xff;
            assertEquals(place, assertFails(ErrorCode.EJSON, () -> core.send(bytes)).offset().orElseThrow());
            assertEquals(place, assertFails(ErrorCode.EJSON, () -> core.send(add("Milk\ud800"))).offset().orElseThrow());
            assertFails(ErrorCode.EJSON, () -> core.send(add("Milk\udc00 🚀")));
            assertEquals(0, core.call(Json.parse("{\"@get\":{\"path\":\"/view/openCount\"}}")).get(0).at("/@value/value").asLong());
        }
    }

    @Test
    void embeddedNul() {
        try (Core core = CORES.core("todo").open()) {
            String text = "a\0b \u00e9 🚀";
            assertEquals(text, core.call(add(text)).get(0).at("/todo/response/wasAdded/text").asString());
            String raw = add("a_b").toString().replace('_', '\0');
            assertEquals(raw.indexOf('\0'), assertFails(ErrorCode.EJSON, () -> core.send(raw)).offset().orElseThrow());
            assertFails(ErrorCode.EJSON, () -> core.send(add("a") + "\0"));
        }
    }

    @Test
    void unknownApp() {
        assertTrue(assertFails(ErrorCode.EAPP, () -> CORES.core("tood").open()).getMessage().contains("tood"));
        assertFails(ErrorCode.EAPP, () -> CORES.core("todo\0").open());
        assertFails(ErrorCode.EAPP, () -> CORES.catalog("tood"));
    }

    @Test
    void badConfig() {
        CoreBuilder todo = CORES.core("todo").config(Json.object("klock", "virtual"));
        assertTrue(assertFails(ErrorCode.ECONFIG, todo::open).getMessage().contains("klock"));
        assertFails(ErrorCode.EJSON, () -> CORES.core("todo").configText(bytes("{")).open());
        assertFails(ErrorCode.ESTORE,
                () -> CORES.core("todo").config(Json.parse("{\"store\":{\"path\":\"/nowhere/at/all\"}}")).open());
    }

    @Test
    void wrongLibrary(@TempDir Path folder) throws Exception {
        AditException error = assertFails(ErrorCode.EABI, () -> Library.load("libm.so.6"));
        assertTrue(error.getMessage().contains("no adit_abi_version in it; an Adit library is expected"), error.getMessage());
        Path text = Files.writeString(folder.resolve("text.so"), "no library");
        assertFails(ErrorCode.EINVAL, () -> Library.load(text));
    }

    @Test
    void missingLibrary() {
        AditException error = assertFails(ErrorCode.EINVAL, () -> Library.load("/nowhere/libapps.so"));
        assertTrue(error.getMessage().contains("looked for at /nowhere/libapps.so. Give the path of an Adit library"), error.getMessage());
        error = assertFails(ErrorCode.EINVAL, () -> Library.load("libadit_nowhere.so"));
        assertTrue(error.getMessage().matches("libadit_nowhere.so: .* LD_LIBRARY_PATH .* folders of the system.*"), error.getMessage());
    }

    @Test
    void twoDrivers() throws Exception {
        CountDownLatch isInCallback = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        try (Core core = CORES.open("counter", message -> {
            isInCallback.countDown();
            try {
                mayReturn.await();
            } catch (InterruptedException error) {
                throw new IllegalStateException(error);
            }
        })) {
            core.send(increment(1));
            CompletableFuture<Integer> first = CompletableFuture.supplyAsync(core::process);
            isInCallback.await();
            assertFails(ErrorCode.EBUSY, core::process);
            assertFails(ErrorCode.EBUSY, () -> core.close(Duration.ZERO));
            assertFalse(core.isClosed());
            mayReturn.countDown();
            assertEquals(1, await(first));
        }
    }

    @Test
    void manySenders() throws Exception {
        AtomicInteger heard = new AtomicInteger();
        try (Core core = CORES.open("counter", message -> heard.incrementAndGet()); CoreRunner runner = CoreRunner.start(core)) {
            List<Thread> senders = new ArrayList<>();
            for (int sender = 0; sender < 8; sender++) {
                senders.add(new Thread(() -> {
                    for (int count = 0; count < 1_000; count++) {
                        core.send(increment(1));
                    }
                }));
            }
            senders.forEach(Thread::start);
            for (Thread sender : senders) {
                sender.join();
            }
            assertEquals(8_000, to(await(core.request(increment(0)))));
            assertEquals(8_000, heard.get());
        }
    }

    @Test
    void bigMessage() {
        try (Core core = CORES.core("todo").open()) {
            String text = "Größe 🚀 ".repeat(100_000);
            assertEquals(text, core.call(add(text)).get(0).at("/todo/response/wasAdded/text").asString());
            for (int length = 4_020; length < 4_060; length++) { // around the room that the native part has for short texts
                Json added = core.call(add("x".repeat(length) + "🚀")).get(0);
                assertEquals(length + 2, added.at("/todo/response/wasAdded/text").asString().length());
            }
        }
    }
}
