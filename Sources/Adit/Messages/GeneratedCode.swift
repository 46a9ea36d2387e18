import AditJSON
import AditState

// Support for generated code, beside the coding itself.

extension JSONWriter {
    /// Writes a value. Generated code does not know whether a type's own `write(to:)` throws; this always may.
    @_documentation(visibility: private)
    @inlinable
    public func write<T: WireCodable>(value: T) throws(CodingFailure) { try value.write(to: self) }
}

// The compiler reports a property without coding where it is read and written; these overloads avoid a second error for
// its parts.

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

/// A type with coding, for generated code: if `T` has none, the compiler reports it here.
@_documentation(visibility: private)
public enum _Coded<T: WireCodable> {
    public typealias Value = T
}

/// Checks at compile time that a type has coding, for generated code.
@_documentation(visibility: private)
@inlinable
public func _hasCoding<T: WireCodable>(_: T.Type) {}

/// The overload for types without coding: the compiler's error explains how to add it.
@_documentation(visibility: private)
@_disfavoredOverload
@available(
    *, unavailable,
    message:
        "this type, or one in it, has no coding: write @Model before its declaration, or @Message if it is an enum of messages"
)
public func _hasCoding<T>(_: T.Type) {}

extension WireCodable {
    /// Creates a value from itself, for generated code: a struct's own initializer would evaluate all initial values
    /// first, and discard them.
    @_documentation(visibility: private)
    @inlinable
    public init(_value value: Self) { self = value }
}
