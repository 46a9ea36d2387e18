import AditJSON
import AditState

// What generated code needs beside the coding itself.

extension JSONWriter {
    /// Writes a value. Generated code does not know whether a type's own `write(to:)` throws; this always may.
    @_documentation(visibility: private)
    @inlinable
    public func write<T: WireCodable>(value: T) throws(CodingFailure) { try value.write(to: self) }
}

// Of a property without coding the compiler complains where it is read and written, and need not where its parts are.

extension JSONWriter {
    @_documentation(visibility: private)
    @_disfavoredOverload
    public func write<T>(part _: PartPath, of _: T) throws(CodingFailure) -> WrittenPart { .nothing }
}

extension ChangeWriter {
    @_documentation(visibility: private)
    @_disfavoredOverload
    public func member<T>(_: String, _: T, _: T) throws(CodingFailure) {}
}

extension PartWalk {
    @_documentation(visibility: private)
    @_disfavoredOverload
    public func member<T>(_: String, _: T) throws(CodingFailure) {}
}

/// A type with coding, for generated code: where `T` has none, the compiler says so where this is named.
@_documentation(visibility: private)
public enum _Coded<T: WireCodable> {
    public typealias Value = T
}

/// Does nothing, for generated code: it is there for types with coding.
@_documentation(visibility: private)
@inlinable
public func _hasCoding<T: WireCodable>(_: T.Type) {}

/// The same for types that have none, of which the compiler says how they come by it.
@_documentation(visibility: private)
@_disfavoredOverload
@available(
    *, unavailable,
    message:
        "this type, or one in it, has no coding: write @Model before its declaration, or @Message if it is an enum of messages"
)
public func _hasCoding<T>(_: T.Type) {}

extension WireCodable {
    /// The value itself, for generated code: a struct's own initializer would evaluate all initial values first, and
    /// throw them away.
    @_documentation(visibility: private)
    @inlinable
    public init(_value value: Self) { self = value }
}
