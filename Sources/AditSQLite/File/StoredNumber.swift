import Adit
import AditJSON

/// The numbers that a file may say: whoever wrote it, what is calculated with them stays a number.
enum StoredNumber {
    /// Nothing that is counted comes to it.
    static let largest: Int64 = 1 << 60
}

extension Database {
    /// - Throws: ``StorageFailure`` where a number is none that Adit writes.
    func check(_ number: Int64, _ what: String, from least: Int64 = 0) throws(StorageFailure) {
        guard number >= least, number <= StoredNumber.largest else {
            throw damage("\(what) is \(number); a number from \(least) to \(StoredNumber.largest) is expected")
        }
    }
}

extension StorageHead {
    /// A head as a file says it.
    init(revision: Int64, opens: Int64, of database: Database) throws(StorageFailure) {
        try database.check(revision, "its revision")
        try database.check(opens, "how often it was opened")
        self.init(revision: Int(revision), opens: Int(opens))
    }
}
