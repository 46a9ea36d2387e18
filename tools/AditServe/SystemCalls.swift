import CServe
import Glibc

/// A call of the system that has failed.
struct SystemError: Error, CustomStringConvertible {
    /// The call, or the file that it was for.
    let place: String
    let number: Int32

    init(_ place: String, number: Int32 = errno) {
        self.place = place
        self.number = number
    }

    /// Such as `Address already in use`.
    var reason: String { String(cString: strerror(number)) }
    var description: String { "\(place): \(reason)" }
}

/// Starts this program again, with other arguments.
///
/// - Returns: its id.
func spawnSelf(_ arguments: [String], _ spawning: serve_spawning) throws(SystemError) -> pid_t {
    let words = (["adit"] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    var id: pid_t = 0
    let code = serve_spawn_self(spawning, words + [nil], environ, &id)
    guard code == 0 else { throw SystemError("posix_spawn", number: code) }
    return id
}

/// The value of a variable of the environment.
func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// The signals that end the server in order.
let endSignals = [SIGINT, SIGTERM, SIGHUP]

/// Writes a line to standard error, behind the name of the command, which is that of `adit inspect` as well.
func report(_ text: String) {
    let command = CommandLine.arguments.dropFirst().first == "inspect" ? "inspect" : "serve"
    print(text: "adit \(command): \(text)\n", to: STDERR_FILENO)
}

/// Writes a text to a descriptor, without the buffers of `print`.
func print(text: String, to descriptor: Int32) {
    text.withBytes { bytes in _ = write(descriptor, bytes.start, bytes.count) }
}

/// Starts a thread, which receives no signals.
func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }
    var thread = pthread_t()
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    let code = pthread_create(
        &thread, nil,
        { context in
            context.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue() }?.run()
            return nil
        }, context)
    precondition(code == 0, "\(SystemError("pthread_create", number: code)); a thread is needed")
    return thread
}
