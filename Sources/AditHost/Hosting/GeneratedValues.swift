import Adit
import AditJSON
import AditSystem

/// A log, for the journal, of the values generated while messages are decoded on the sending threads. Any thread.
final class GeneratedValues: @unchecked Sendable {
    // Accessed only under the lock, which is held while decoding.
    private let lock = Lock()
    private let text = JSONWriter()

    /// Runs a decoding.
    ///
    /// - Returns: its result, and the values that it generated: `{"uuid":"…"},{"date":"…"}`.
    func collect<R>(_ body: () throws(CodingFailure) -> R) throws(CodingFailure) -> (R, draws: [UInt8]) {
        lock.lock()
        defer { lock.unlock() }
        text.truncate(to: 0)
        let result = try body()
        return (result, Array(text.bytes))
    }

    /// Wraps the generating dependencies, so that their values are logged.
    func follow(_ values: inout DependencyValues) {
        let (uuid, date, random) = (values.uuid, values.date, values.random)
        values.uuid = UUIDGenerator { [self] in
            let id = uuid()
            note("uuid") { id.write(to: $0) }
            return id
        }
        values.date = DateGenerator { [self] in
            let now = date()
            note("date") { now.write(to: $0) }
            return now
        }
        values.random = RandomSource { [self] in
            let number = random.next()
            note("random") { $0.write(Int(truncatingIfNeeded: number)) }
            return number
        }
    }

    private func note(_ kind: StaticString, _ write: (JSONWriter) -> Void) {
        text.write(literal: text.count > 0 ? #",{""# : #"{""#)
        text.write(literal: kind)
        text.write(literal: #"":"#)
        write(text)
        text.write(literal: "}")
    }
}
