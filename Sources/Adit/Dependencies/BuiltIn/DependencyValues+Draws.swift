import AditJSON

extension DependencyValues {
    /// Wraps the dependencies that generate ids, dates and random numbers, so that each value is noted, as is each outcome
    /// of a check of a secret.
    ///
    /// - Parameter record: receives the kind of a drawn value, as a journal has it, and a closure that writes the value.
    package mutating func recordDraws(_ record: @escaping @Sendable (StaticString, (JSONWriter) -> Void) -> Void) {
        let (uuid, date, random) = (uuid, date, random)
        self.uuid = UUIDGenerator {
            let id = uuid()
            record("uuid") { id.write(to: $0) }
            return id
        }
        self.date = DateGenerator {
            let now = date()
            record("date") { now.write(to: $0) }
            return now
        }
        self.random = RandomSource {
            let number = random.next()
            record("random") { $0.write(Int(truncatingIfNeeded: number)) }
            return number
        }
        secretChecks.record = { outcome in record("check") { $0.write(outcome) } }
    }
}
