/// The limits of a journal. New entries displace the oldest ones beyond the limits.
public struct Retention: Equatable, Sendable {
    /// The approximate number of bytes of entries to keep; 0 disables the journal.
    public var bytes: Int
    /// The number of seconds to keep entries; nil if unlimited.
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
