/// A type of secrets: it has a value that stands for all of them.
///
/// ```swift
/// extension Card: Maskable {
///     static var mask: Card { Card(number: "***", month: 1, year: 2000) }
/// }
/// ```
public protocol Maskable: WireCodable {
    /// The value that is written in place of a secret. It must be the same each time, and valid for the type: a replay
    /// of a recording reads it.
    static var mask: Self { get }
}

extension String: Maskable {
    /// `***`
    public static var mask: String { "***" }
}

extension Bool: Maskable {
    /// `false`
    public static var mask: Bool { false }
}

extension Int: Maskable {
    /// `0`
    public static var mask: Int { 0 }
}

extension Int64: Maskable {
    /// `0`
    public static var mask: Int64 { 0 }
}

extension Double: Maskable {
    /// `0`
    public static var mask: Double { 0 }
}

extension Timestamp: Maskable {
    /// 1970-01-01T00:00:00Z
    public static var mask: Timestamp { Timestamp(unchecked: 0, 0) }
}

extension Array: Maskable where Element: WireCodable {
    /// `[]`
    public static var mask: [Element] { [] }
}

extension Dictionary: Maskable where Key: WireKey, Value: WireCodable {
    /// `{}`
    public static var mask: [Key: Value] { [:] }
}

extension JSON: Maskable {
    /// `"***"`
    public static var mask: JSON { .string("***") }
}
