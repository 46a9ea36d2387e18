/// An error in a message: any error reduced to a form that can be written, read and compared.
///
/// ```swift
/// case networkFinishesSaving(result: Result<Receipt, CodableError>)
/// ```
///
/// On the wire it is `{"name":"timedOut","message":"the gateway \"bank\" did not answer within 30.0 seconds"}`.
public struct CodableError: Error, Codable, Hashable, Sendable {
    /// A code for programs: the name of the error's case, or of its type if it is not an enum, such as `timedOut` and
    /// `cancellationError`.
    public let name: String
    /// A text for people.
    public let message: String

    /// - Parameters:
    ///   - name: a code for programs.
    ///   - message: a text for people.
    public init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// Converts any error, using its description as the message. A `CodableError` stays as it is.
    public init(_ error: any Error) {
        if let error = error as? CodableError {
            self = error
        } else {
            self.init(name: codeName(of: error), message: String(describing: error))
        }
    }
}

extension CodableError: CustomStringConvertible {
    public var description: String { message }
}

extension CodableError: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        var name: String?
        var message: String?
        var members = try reader.members()
        do throws(CodingFailure) {
            repeat {
                try members.read(#""name":"#, into: &name)
                try members.read(#""message":"#, into: &message)
            } while try members.hasMore()
            self.init(
                name: try reader.required(name, #""name":"#), message: try reader.required(message, #""message":"#))
        } catch {
            throw members.failure(error, "name", "message")
        }
    }

    public func write(to writer: JSONWriter) throws(CodingFailure) {
        writer.write(literal: "{")
        try writer.write(member: #""name":"#, name)
        try writer.write(member: #""message":"#, message)
        writer.write(literal: "}")
    }

    public static func schema(in definitions: SchemaDefinitions) -> Schema {
        definitions.define(Self.self, "An error, in words.") {
            .members([
                Schema.Member("name", "What a program knows it by.", definitions.schema(of: String.self)),
                Schema.Member("message", "What a person is told.", definitions.schema(of: String.self)),
            ])
        }
    }
}

/// Returns the name of an enum's case; that of the type if the error is not an enum, or hides its cases' names.
private func codeName(of error: any Error) -> String {
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum else { return propertyName(ofType: "\(type(of: error))") }
    if let label = mirror.children.first?.label { return label }
    // A case without values has no children. It prints as its name, unless the type has a custom description.
    if !(error is any CustomStringConvertible) { return "\(error)" }
    if let name = (error as? any RawRepresentable)?.rawValue as? String { return name }
    return propertyName(ofType: "\(type(of: error))")
}

/// `CancellationError` becomes `cancellationError`, `URLError` becomes `urlError`.
private func propertyName(ofType type: String) -> String {
    let capitals = type.prefix { $0.isUppercase }
    let first = capitals.count > 1 && capitals.count < type.count ? capitals.dropLast() : capitals
    return first.lowercased() + type.dropFirst(first.count)
}
