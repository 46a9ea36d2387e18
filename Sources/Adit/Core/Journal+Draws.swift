import AditJSON
import AditState

extension Journal {
    /// Records the values that are drawn from dependencies.
    ///
    /// - Parameter values: the values whose ids, dates and random numbers are recorded.
    package func follow(_ values: inout DependencyValues) {
        let (uuid, date, random) = (values.uuid, values.date, values.random)
        values.uuid = UUIDGenerator { [self] in
            let id = uuid()
            draw("uuid") { id.write(to: $0) }
            return id
        }
        values.date = DateGenerator { [self] in
            let now = date()
            draw("date") { now.write(to: $0) }
            return now
        }
        values.random = RandomSource { [self] in
            let number = random.next()
            draw("random") { $0.write(Int(truncatingIfNeeded: number)) }
            return number
        }
    }
}
