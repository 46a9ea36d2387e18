import AditJSON
import AditState

/// The records of a core's durable effects, with their times: durations since the opening in memory, which may lie beyond
/// the end of the core's clock, and dates in records. The core's loop.
final class DurableLog {
    /// nil if the core has no store: then the effects end with it.
    let records: CoreRecords?
    private unowned let runner: EffectRunner

    init(_ records: CoreRecords?, _ runner: EffectRunner) {
        self.records = records
        self.runner = runner
    }

    /// Writes the record of an effect.
    ///
    /// - Parameters:
    ///   - kind: the beginning of its name: `@effect/`.
    ///   - id: the id of the effect.
    ///   - make: makes it, given a function from times since the opening to dates.
    func write(_ kind: String, _ id: EffectID, _ make: (_ date: (Duration) -> Timestamp) -> some WireCodable) {
        guard let records else { return }
        let (runner, text) = (runner, JSONWriter())
        var present: Timestamp?
        let record = make { time in
            let date = present ?? DependencyValues.current.date()
            present = date
            return date.advanced(by: time - .nanoseconds(runner.time.now))
        }
        // A record has a JSON form.
        try? encodeWire(record, to: text)
        records.put(Array(text.bytes), "\(kind)\(id)")
    }

    /// Removes the record of an effect, if there is one.
    func remove(_ kind: String, _ id: EffectID) { records?.remove("\(kind)\(id)") }

    /// Reads a record, whose name ends with its id; nil, with a warning, if another version of Adit wrote it.
    func read<Record: WireCodable>(
        _ text: [UInt8], of name: String, _ kind: String,
        checking check: (Record) throws(CodingFailure) -> Void = { _ in }
    ) -> (EffectID, Record)? {
        let read = text.withUnsafeBytes { text in
            Result { () throws(CodingFailure) in
                try JSONReader.read(text, as: "a record that is") { (reader) throws(CodingFailure) in
                    let record = try Record(reading: reader)
                    try check(record)
                    return record
                }
            }
        }
        let reason: any Error
        switch (read, String(name.utf8.dropFirst(kind.utf8.count)).flatMap(EffectID.init)) {
        case (.success(let record), let id?): return (id, record)
        case (.success, nil): reason = CodingFailure(path: "", reason: "its name ends with no id of an effect")
        case (.failure(let failure), _): reason = failure
        }
        runner.environment.log("the record \(name) cannot be read: \(reason); it stays")
        return nil
    }

    /// Returns the time since the opening for a date.
    func time(_ date: Timestamp) -> Duration {
        runner.time.dueTime(after: DependencyValues.current.date().duration(to: date))
    }
}
