import Adit
import AditJSON
import AditSystem

/// Keeps what is drawn while messages are decoded on the threads that send them, for the journal. Any thread.
final class GeneratedValues: @unchecked Sendable {
    // Touched under the lock, in which all decoding is.
    private let lock = Lock()
    private let text = JSONWriter()

    /// Decodes something.
    ///
    /// - Returns: what came of it, and what it has drawn: `{"uuid":"…"},{"date":"…"}`.
    func collect<R>(_ body: () throws(CodingFailure) -> R) throws(CodingFailure) -> (R, draws: [UInt8]) {
        lock.lock()
        defer { lock.unlock() }
        text.truncate(to: 0)
        let result = try body()
        return (result, Array(text.bytes))
    }

    /// Keeps what is drawn from dependencies.
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
