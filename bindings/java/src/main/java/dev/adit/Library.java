package dev.adit;

import java.nio.file.Files;
import java.nio.file.Path;

/** A library of apps. It stays loaded until the process ends. */
public final class Library {
    final long pointer;

    private Library(long pointer) {
        this.pointer = pointer;
    }

    /**
     * Loads a library. The system looks for a name without a slash that is no file.
     *
     * @throws AditException if there is none (EINVAL), or if it is no Adit library of this interface (EABI)
     */
    public static Library load(String path) {
        if (Arguments.given(path, "the path of a library").isEmpty() || path.indexOf('\0') >= 0) {
            throw new AditException(ErrorCode.EINVAL, "found " + Json.of(path) + " as the path of a library; the path of a file is expected");
        }
        boolean isFile = path.contains("/") || Files.exists(Path.of(path));
        String name = isFile ? Path.of(path).toAbsolutePath().toString() : path;
        try {
            return new Library(Native.load(Utf8.encodeName(name, ErrorCode.EINVAL)));
        } catch (AditException error) {
            if (!error.getMessage().startsWith(name + ": cannot open shared object file: No such file")) {
                throw error;
            }
            throw new AditException(error.code(), missing(path, name, isFile));
        }
    }

    /** Where a library was looked for, and what to do. */
    private static String missing(String path, String name, boolean isFile) {
        if (isFile) {
            return path + ": there is no such file; it was looked for at " + name
                    + ". Give the path of an Adit library; scripts/build makes build/lib/libadit_cores.so";
        }
        String folders = System.getenv().getOrDefault("LD_LIBRARY_PATH", "not set");
        return path + ": there is no such library in " + Path.of("").toAbsolutePath() + ", in LD_LIBRARY_PATH (" + folders
                + ") and in the folders of the system (ldconfig -p). Give its path, or add its folder to LD_LIBRARY_PATH";
    }

    /** Loads a library. */
    public static Library load(Path path) {
        return load(Arguments.given(path, "the path of a library").toAbsolutePath().toString());
    }

    /** The version of Adit, such as "0.1.0". */
    public String version() {
        return Utf8.decode(Native.version(pointer));
    }

    /** The apps, with their versions and the hashes of their catalogs. */
    public Json apps() {
        return Json.parse(Native.catalog(pointer, null));
    }

    /** The JSON Schema of an app's messages. */
    public Json catalog(String app) {
        return Json.parse(catalogText(app));
    }

    /** The same as a text; of null, the list of apps. */
    public byte[] catalogText(String app) {
        return Native.catalog(pointer, app == null ? null : Utf8.encodeName(app, ErrorCode.EAPP));
    }

    /** Whom the differences of two catalogs break: hosts, stores or recordings. */
    public Json compare(Json old, Json recent) {
        Arguments.given(old, "a catalog");
        Arguments.given(recent, "a catalog");
        return Json.parse(Native.compare(pointer, Utf8.encode(old.toString()), Utf8.encode(recent.toString())));
    }

    /** Begins to open a core of an app. */
    public CoreBuilder core(String app) {
        return new CoreBuilder(this, Arguments.given(app, "the name of an app"));
    }

    /** Opens a core of an app, with nothing but a listener. */
    public Core open(String app, java.util.function.Consumer<Json> onMessage) {
        return core(app).onMessage(onMessage).open();
    }

    /**
     * Checks or repairs a store ({@code store.check}, {@code store.repair} in the config), and returns what Adit says about it.
     *
     * @throws AditException if the store cannot be opened, or repaired
     */
    public String examine(String app, Json config) {
        Arguments.given(config, "a config");
        byte[][] verdict = new byte[1][];
        byte[] name = Utf8.encodeName(app, ErrorCode.EAPP);
        long core = Native.open(pointer, name, Utf8.encode(config.toString()), null, verdict);
        if (core != 0) {
            Native.close(pointer, core, 0);
            throw new IllegalArgumentException("store.check or store.repair is expected in the config");
        }
        return Utf8.decode(verdict[0]);
    }
}
