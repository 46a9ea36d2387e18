import Adit
import AditJSON

/// A limit in a config: a number over 0 that fits an integer type.
package struct Bound<Number: FixedWidthInteger & WireCodable>: WireCodable {
    package let value: Int

    package init(_ value: Int) { self.value = value }

    package init(reading reader: JSONReader) throws(CodingFailure) {
        value = try Int(reading: reader)
        guard value > 0 else {
            throw CodingFailure(path: "", reason: "found \(value); a number over 0 is expected")
        }
        guard value <= Int64(Number.max) else {
            throw CodingFailure(path: "", reason: "found \(value); a number from 1 to \(Number.max) is expected")
        }
    }

    package func write(to writer: JSONWriter) { writer.write(value) }

    package static func schema(in _: SchemaDefinitions) -> Schema { .integer(1...Int64(Number.max)) }
}

/// A JSON value that is read elsewhere: decoding it only notes that it is there.
package struct AnyJSON: WireCodable {
    package init(reading _: JSONReader) {}
    package func write(to writer: JSONWriter) { writer.writeNull() }
    package static func schema(in _: SchemaDefinitions) -> Schema { .any }
}

/// A number from 0 on.
package struct Count: WireCodable, Equatable {
    package let value: Int

    package init(_ value: Int) { self.value = value }

    package init(reading reader: JSONReader) throws(CodingFailure) {
        value = try Int(reading: reader)
        guard value >= 0 else {
            throw CodingFailure(path: "", reason: "found \(value); a number from 0 on is expected")
        }
    }

    package func write(to writer: JSONWriter) { writer.write(value) }

    package static func schema(in _: SchemaDefinitions) -> Schema { .integer(0...Int64.max) }
}

/// The milliseconds that a virtual clock advances by.
package struct Milliseconds: WireCodable {
    package let value: Int

    /// A century; its nanoseconds fit in an `Int`. A clock stops at its latest time.
    package static let longest = 3_155_760_000_000

    package init(reading reader: JSONReader) throws(CodingFailure) {
        value = try Int(reading: reader)
        guard (0...Milliseconds.longest).contains(value) else {
            throw CodingFailure(
                path: "", reason: "found \(value); milliseconds from 0 to \(Milliseconds.longest) are expected")
        }
    }

    package func write(to writer: JSONWriter) { writer.write(value) }

    package static func schema(in _: SchemaDefinitions) -> Schema { .integer(0...Int64(longest)) }
}

/// A range of revisions: changes of the state.
@Model
package struct RevisionRange {
    /// The revision before the changes.
    package let from: Count
    /// The revision after them.
    package let revision: Count

    package init(from: Int, revision: Int) { (self.from, self.revision) = (Count(from), Count(revision)) }
}
