import Glibc

/// The environment of the process.
package enum ProcessEnvironment {
    /// Returns the value of a variable; nil if it is not set.
    package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// The standard error of the process.
package enum StandardError {
    /// Writes a text, as far as that is possible. It takes no lock.
    package static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = try? FileDescriptor(number: STDERR_FILENO).write(UnsafeRawBufferPointer($0)) }
    }
}
