import Glibc
import NIOCore

/// Opens a page in the user's browser, by `xdg-open`.
///
/// The address has a token, which other users would see in the list of processes. So the browser is given a file that only
/// its user can read, and that leads there.
struct BrowserLaunch {
    /// The folder of that file.
    private let folder: String

    /// nil where there is no display.
    static var ofDisplay: BrowserLaunch? {
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { !(variable($0) ?? "").isEmpty }) else { return nil }
        return BrowserLaunch(folder: variable("XDG_RUNTIME_DIR") ?? "/tmp")
    }

    /// Opens an address. The event loop's thread. Where it does not succeed, the address is printed all the same.
    func open(_ address: String, on loop: any EventLoop) {
        var name = Array("\(folder)/adit-inspect-XXXXXX.html".utf8CString)
        let descriptor = mkstemps(&name, 5)  // readable by the user alone
        guard descriptor >= 0 else { return }
        print(text: "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=\(address)\">\n", to: descriptor)
        close(descriptor)
        let path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        // The browser has read it by then.
        loop.assumeIsolated().scheduleTask(in: .seconds(20)) { unlink(path) }
        let words = ["xdg-open", path].map { (word: String) in strdup(word) }
        defer { for word in words { free(word) } }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        for number in STDIN_FILENO...STDERR_FILENO {
            posix_spawn_file_actions_addopen(&files, number, "/dev/null", O_RDWR, 0)
        }
        // The server's threads block signals; the browser's must not.
        var (attributes, signals) = (posix_spawnattr_t(), sigset_t())
        sigemptyset(&signals)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // Its end is not waited for: it may be that of the browser.
        var process: pid_t = 0
        if posix_spawnp(&process, "xdg-open", &files, &attributes, words + [nil], environ) != 0 { unlink(path) }
    }
}
