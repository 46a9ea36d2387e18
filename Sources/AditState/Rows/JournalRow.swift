import AditJSON

/// A row of a journal in a database, without its entries.
package struct JournalRow {
    package var number: Int64
    /// The head that was written with it.
    package var head: StorageHead
    /// The checksum of the state's rows at that time, where it is recorded; 0 otherwise.
    package var state: UInt64
    /// Milliseconds since 1970.
    package var time: Int64
    /// The positions of its entries in everything that the journal ever had, so that the kept size is a difference of
    /// two numbers.
    package var begins: Int64
    package var ends: Int64

    package init(number: Int64, head: StorageHead, state: UInt64 = 0, time: Int64, begins: Int64, ends: Int64) {
        (self.number, self.head, self.state) = (number, head, state)
        (self.time, self.begins, self.ends) = (time, begins, ends)
    }

    /// Returns the checksum of the row with its entries.
    package func checksum(_ entries: RowText) -> UInt64 {
        RowChecksum.entries(
            number, Int64(head.revision), Int64(head.opens), time, begins, ends, Int64(bitPattern: state), entries.bytes
        )
    }

    /// Milliseconds since 1970, by the system's clock.
    package static func now() -> Int64 {
        let now = Timestamp.now
        return Int64(now.seconds) * 1000 + Int64(now.nanoseconds) / 1_000_000
    }

    /// Returns the age of a row in milliseconds. Its time may be any number.
    package static func age(since time: Int64, at now: Int64) -> Int64 {
        let (age, isOver) = now.subtractingReportingOverflow(time)
        return isOver ? (time < 0 ? .max : .min) : age
    }
}

extension Retention {
    /// Returns the limits in the units of a journal's rows if there is more than they allow; nil otherwise. An excess of an
    /// eighth of the size, at most 256 KiB, and of a sixteenth of the age is tolerated, so that not every batch removes rows.
    ///
    /// - Parameters:
    ///   - bytes: the size of all entries.
    ///   - milliseconds: the age of the oldest row.
    package func exceeded(
        bytes size: Int64, milliseconds oldest: Int64
    ) -> (bytes: Int64, milliseconds: Int64?)? {
        // No counter reaches it, so that sums cannot overflow.
        let largest: Int64 = 1 << 60
        let most = min(Int64(bytes), largest)
        let longest = age.map { min(Int64($0), largest / 2000) * 1000 }
        let isLarge = size > most + min(most / 8, 256 << 10)
        let isOld = longest.map { oldest > $0 + $0 / 16 } ?? false
        return isLarge || isOld ? (most, longest) : nil
    }
}
