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
        let (reading, writing) = makePipe()
        _ = startThread {
            copy(from: STDIN_FILENO, to: writing)
            close(writing)
        }
        return reading
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
        let (reading, writing) = makePipe()
        writer = startThread {
            copy(from: reading, to: STDOUT_FILENO)
            close(reading)
        }
        return writing
    }

    private static func makePipe() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        precondition(serve_pipe(&ends, true) == 0, "\(SystemError("pipe")); a pipe is needed")
        return (ends[0], ends[1])
    }

    /// Copies until the end or an error.
    private static func copy(from input: Int32, to output: Int32) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
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
