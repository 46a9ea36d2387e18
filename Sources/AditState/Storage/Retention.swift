/// How much a journal keeps. What is over goes, the oldest first, as new entries come.
public struct Retention: Equatable, Sendable {
    /// How many bytes of entries it has at least, if there are so many, and hardly more; 0: there is no journal.
    public var bytes: Int
    /// For how many seconds entries are kept; nil: for as long as there is room.
    public var age: Int?

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - bytes: the number of bytes of entries to keep; 0 for no journal.
    ///   - age: the number of seconds to keep an entry; nil for no limit.
    public init(bytes: Int, age: Int? = nil) {
        self.bytes = bytes
        self.age = age
    }

    /// No journal.
    public static let none = Retention(bytes: 0)
    /// 16 MiB, of whatever age.
    public static let standard = Retention(bytes: 16 << 20)
}
