import Adit
import AditJSON
import AditState
public import CustomDump

// The form of Adit's values in differences: their wire format.

extension Table: CustomDumpRepresentable {
    /// The elements in order, without the table's chunks.
    public var customDumpValue: Any { Array(self) }
}

extension ByteString: CustomDumpStringConvertible {
    /// The wire format.
    public var customDumpDescription: String { string.debugDescription }
}

extension UUID: CustomDumpStringConvertible {
    /// The wire format.
    public var customDumpDescription: String { "UUID(\(description))" }
}

extension Timestamp: CustomDumpStringConvertible {
    /// The wire format.
    public var customDumpDescription: String { "Timestamp(\(description))" }
}

extension Secret: CustomDumpStringConvertible {
    /// The same for all secrets.
    public var customDumpDescription: String { description }
}

extension CalendarDay: CustomDumpStringConvertible {
    /// The wire format.
    public var customDumpDescription: String { "CalendarDay(\(description))" }
}

extension Decimal: CustomDumpStringConvertible {
    /// The wire format.
    public var customDumpDescription: String { "Decimal(\(description))" }
}

/// Returns the difference of two values, line by line: `-` before expected lines, `+` before found ones.
func difference<T>(_ expected: T, _ found: T) -> String {
    diff(expected, found) ?? "both are \(valueTitle(found))"
}
