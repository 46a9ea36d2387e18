import CServe
import Glibc

/// Standard input and output, in a form that NIO can watch: without blocking.
///
/// A pipe is opened anew, as its flags are shared with other processes; a socket is used as it is. What cannot be watched,
/// such as a file or a terminal, is copied through a pipe by a thread.
enum ParentStreams {
    // Written before the output's thread begins, on the one thread.
    nonisolated(unsafe) private static var writer: pthread_t?

    static func open() -> (input: Int32, output: Int32) { (openInput(), openOutput()) }

    /// Waits until everything is written; the output's channel is closed.
    static func finish() {
        if let writer { pthread_join(writer, nil) }
    }

    private static func kind(of descriptor: Int32) -> mode_t {
        var file = stat()
        return fstat(descriptor, &file) == 0 ? file.st_mode & S_IFMT : 0
    }

    private static func openInput() -> Int32 {
        switch kind(of: STDIN_FILENO) {
        case S_IFIFO:
            let descriptor = Glibc.open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            if descriptor >= 0 { return descriptor }
        case S_IFSOCK: return dup(STDIN_FILENO)
        default: break
        }
        return pump { _, writing in copy(from: STDIN_FILENO, to: writing) }.reading
    }

    private static func openOutput() -> Int32 {
        switch kind(of: STDOUT_FILENO) {
        case S_IFIFO:
            let descriptor = Glibc.open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if descriptor >= 0 {
                // So that the reader sees the end once the new one is closed.
                let nothing = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
                dup2(nothing, STDOUT_FILENO)
                close(nothing)
                return descriptor
            }
        case S_IFSOCK: return dup(STDOUT_FILENO)
        default: break
        }
        let pumped = pump { reading, _ in copy(from: reading, to: STDOUT_FILENO) }
        writer = pumped.thread
        return pumped.writing
    }

    /// Copies by a thread, until the end or an error. The thread closes the end of the pipe that is its own.
    private static func pump(
        _ copy: @escaping @Sendable (_ reading: Int32, _ writing: Int32) -> Void
    ) -> (reading: Int32, writing: Int32, thread: pthread_t) {
        var ends: [Int32] = [-1, -1]
        precondition(serve_pipe(&ends, true) == 0, "\(SystemError("pipe")); a pipe is needed")
        let (reading, writing) = (ends[0], ends[1])
        return (reading, writing, startThread { copy(reading, writing) })
    }

    private static func copy(from input: Int32, to output: Int32) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        defer {
            if output != STDOUT_FILENO { close(output) }
            if input != STDIN_FILENO { close(input) }
        }
        while true {
            let count = read(input, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            var written = 0
            while written < count {
                let more = chunk.withUnsafeBytes { write(output, $0.baseAddress! + written, count - written) }
                if more < 0, errno == EINTR { continue }
                guard more > 0 else { return }
                written += more
            }
        }
    }
}
