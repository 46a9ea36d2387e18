import Adit
import AditJSON
import AditState

/// A log, for the journal, of the values generated while messages are decoded on the sending threads. Any thread.
final class GeneratedValues: @unchecked Sendable {
    // Accessed only under the lock, which is held while decoding.
    private let lock = Lock()
    private let text = JSONWriter()

    /// Runs a decoding.
    ///
    /// - Returns: its result, and the values that it generated: `{"uuid":"…"},{"date":"…"}`.
    func collect<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> (R, draws: [UInt8]) {
        lock.lock()
        defer { lock.unlock() }
        text.truncate(to: 0)
        let result = try body()
        return (result, Array(text.bytes))
    }

    /// Wraps the generating dependencies, so that their values are logged.
    func follow(_ values: inout DependencyValues) {
        values.recordDraws { [self] kind, write in record(kind, write) }
    }

    private func record(_ kind: StaticString, _ write: (JSONWriter) -> Void) {
        text.write(literal: text.count > 0 ? #",{""# : #"{""#)
        text.write(literal: kind)
        text.write(literal: #"":"#)
        write(text)
        text.write(literal: "}")
    }
}
