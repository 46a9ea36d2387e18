import AditJSON

extension DependencyValues {
    /// Wraps the dependencies that generate ids, dates and random numbers, so that each value is noted, as is each outcome
    /// of a check of a secret.
    ///
    /// - Parameter note: receives the kind of a drawn value, as a journal has it, and a closure that writes the value.
    package mutating func noteDraws(_ note: @escaping @Sendable (StaticString, (JSONWriter) -> Void) -> Void) {
        let (uuid, date, random) = (uuid, date, random)
        self.uuid = UUIDGenerator {
            let id = uuid()
            note("uuid") { id.write(to: $0) }
            return id
        }
        self.date = DateGenerator {
            let now = date()
            note("date") { now.write(to: $0) }
            return now
        }
        self.random = RandomSource {
            let number = random.next()
            note("random") { $0.write(Int(truncatingIfNeeded: number)) }
            return number
        }
        secretChecks.note = { outcome in note("check") { $0.write(outcome) } }
    }
}
