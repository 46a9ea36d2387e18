import AditJSON
import AditState

/// The valid range of numbers in a file, so that calculations with them cannot overflow, whoever wrote the file.
enum StoredNumber {
    /// No counter reaches it.
    static let largest: Int64 = 1 << 60
}

extension Database {
    /// - Throws: ``StorageFailure`` if Adit would never write the number.
    func check(_ number: Int64, _ what: String, from least: Int64 = 0) throws(StorageFailure) {
        guard number >= least, number <= StoredNumber.largest else {
            throw damage("\(what) is \(number); a number from \(least) to \(StoredNumber.largest) is expected")
        }
    }
}
