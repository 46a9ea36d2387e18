import AditJSON
import AditState

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
