import Adit
import AditJSON
import AditTable
public import CustomDump

// How values of Adit are shown in differences: as what they are on the wire.

extension Table: CustomDumpRepresentable {
    /// The elements in order, without the chunks that they lie in.
    public var customDumpValue: Any { Array(self) }
}

extension ByteString: CustomDumpStringConvertible {
    /// What it is on the wire.
    public var customDumpDescription: String { string.debugDescription }
}

extension UUID: CustomDumpStringConvertible {
    /// What it is on the wire.
    public var customDumpDescription: String { "UUID(\(description))" }
}

extension Timestamp: CustomDumpStringConvertible {
    /// What it is on the wire.
    public var customDumpDescription: String { "Timestamp(\(description))" }
}

extension CalendarDay: CustomDumpStringConvertible {
    /// What it is on the wire.
    public var customDumpDescription: String { "CalendarDay(\(description))" }
}
