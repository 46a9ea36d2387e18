/// A value that is written where it is used, and masked where people look: in journals, recordings, traces, logs,
/// analytics, error texts, and exports for support.
///
/// ```swift
/// @Model struct Account: State {
///     var name = ""
///     var password = Secret("")
/// }
///
/// @Message enum Message {
///     case userSignsIn(name: String, password: Secret<String>)
/// }
/// ```
///
/// On the wire and in the rows of a store it has the form of its value. The mask is ``Maskable/mask``, which is the same
/// for all secrets of a type. The description is the mask as well, so that `print`, string interpolation and `dump` do
/// not show the value. It is not `Codable`: only generated coders know where masks belong.
public struct Secret<Value: Maskable> {
    /// The value itself.
    public var value: Value

    /// Creates a secret.
    ///
    /// - Parameter value: the value.
    public init(_ value: Value) { self.value = value }
}

extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "***" }
    public var debugDescription: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        do throws(CodingFailure) { value = try Value(reading: reader) } catch {
            // The reason, and even the path, may have parts of the value.
            throw CodingFailure(path: "", reason: "found an invalid secret; a secret \(Value.self) is expected")
        }
    }

    public func write(to writer: JSONWriter) throws(CodingFailure) {
        do throws(CodingFailure) {
            try (writer.beginSecret() ? Value.mask : value).write(to: writer)
        } catch {
            throw CodingFailure(path: "", reason: "found a secret that JSON does not have")
        }
    }

    public static func schema(in definitions: SchemaDefinitions) -> Schema {
        let mask = JSONWriter()
        do { try encodeWire(Value.mask, to: mask) } catch { mask.write("***") }
        return .secret(Value.schema(in: definitions), mask: mask.text)
    }
}
