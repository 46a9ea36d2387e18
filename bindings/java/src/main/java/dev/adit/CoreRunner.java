package dev.adit;

/**
 * Drives a core on a thread of its own, which sleeps while the core has no work.
 *
 * <p>Callbacks, futures and mirrors run on that thread. It ends when the core closes; closing the runner ends the thread,
 * and leaves the core open.
 */
public final class CoreRunner implements AutoCloseable {
    private final Core core;
    private final Thread thread;
    private volatile boolean isStopping;

    private CoreRunner(Core core) {
        this.core = core;
        this.thread = new Thread(this::run, "adit-" + core.id());
    }

    /** Begins to drive a core. The thread keeps the process alive until the core or the runner is closed. */
    public static CoreRunner start(Core core) {
        CoreRunner runner = new CoreRunner(Arguments.given(core, "a core"));
        runner.thread.start();
        return runner;
    }

    private void run() {
        while (!isStopping) {
            try {
                core.process(Core.FOREVER);
            } catch (AditException error) {
                if (core.isClosed() || error.code() == ErrorCode.ECORE) {
                    return;
                }
                if (error.code() == ErrorCode.ECLOSED && core.hasEnded()) { // after {"@close": {}}
                    core.close();
                    return;
                }
                core.report(error);
                if (error.code() == ErrorCode.EBUSY) { // another thread drives
                    return;
                }
            } catch (Throwable error) {
                core.report(error);
            }
        }
    }

    /** The thread that drives. */
    public Thread thread() {
        return thread;
    }

    /** Ends the thread, and waits for it unless it is the caller's. */
    @Override
    public void close() {
        isStopping = true;
        try {
            core.wakeup();
        } catch (AditException error) {
            // The core is closed, and the thread ends by itself.
        }
        try {
            if (Thread.currentThread() != thread) {
                thread.join();
            }
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }
}
