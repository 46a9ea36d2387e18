package dev.adit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The functions of {@code native/}. Texts are bytes in UTF-8; a name ends with a NUL. Each throws an {@link AditException}
 * for an error that {@code adit_error} describes, and returns other codes.
 */
final class Native {
    /** Names the file of the native part, where it is not in the jar. */
    private static final String PROPERTY = "dev.adit.jni";

    static {
        String file = System.getProperty(PROPERTY);
        System.load(file != null ? Path.of(file).toAbsolutePath().toString() : extract().toString());
    }

    private Native() {}

    private static Path extract() {
        String system = System.getProperty("os.name").toLowerCase().replace(" ", "") + "-" + System.getProperty("os.arch");
        String name = "/dev/adit/native/" + system + "/" + System.mapLibraryName("adit_jni");
        try (InputStream stream = Native.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new UnsatisfiedLinkError("there is no " + name + " in the jar; -D" + PROPERTY + "=FILE is expected");
            }
            Path file = Files.createTempFile("adit_jni", ".so");
            file.toFile().deleteOnExit();
            Files.copy(stream, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Called by the native part. */
    static void fail(int code, long offset, byte[] text) {
        throw new AditException(code, offset, Utf8.decode(text));
    }

    /** Throws the error of a call that has no {@code adit_error}. */
    static int check(long library, int code) {
        if (code < 0) {
            throw new AditException(code, -1, Utf8.decode(strerror(library, code)));
        }
        return code;
    }

    /** Loads a library, which is never unloaded. */
    static native long load(byte[] path);

    static native byte[] version(long library);

    static native byte[] strerror(long library, int code);

    static native byte[] catalog(long library, byte[] app);

    static native byte[] compare(long library, byte[] old, byte[] recent);

    /**
     * Opens a core, and returns its id; 0 with {@code store.check} and {@code store.repair}.
     *
     * @param delivery receives the messages, referred to weakly; null for pull mode
     * @param verdict gets what Adit says about a store
     */
    static native long open(long library, byte[] app, byte[] config, Delivery delivery, byte[][] verdict);

    static native void send(long library, long core, byte[] text);

    static native void submit(long library, long core, byte[] client, byte[] text);

    static native int process(long library, long core, int timeout);

    /** The message, or null if there is none in time. */
    static native byte[] receive(long library, long core, int timeout);

    static native byte[] receiveAll(long library, long core, int timeout, long maxBytes);

    static native byte[] call(long library, long core, byte[] text, int timeout);

    static native int wakeup(long library, long core);

    /** 1 if the descriptor is readable, 0 if not, or a code. */
    static native int isReady(long library, long core);

    static native int close(long library, long core, int timeout);
}
