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

// The same for types that others take for coded, and for the keys of dictionaries. The names are those of the types, as
// the macros see them; a type of that name with coding is accepted.

@_documentation(visibility: private)
@inlinable
public func _hasCodingOfDate<T: WireCodable>(_: T.Type) {}

@_documentation(visibility: private)
@_disfavoredOverload
@available(*, unavailable, message: "Foundation's 'Date' has no form on the wire; use 'Timestamp'")
public func _hasCodingOfDate<T>(_: T.Type) {}

@_documentation(visibility: private)
@inlinable
public func _hasCodingOfDecimal<T: WireCodable>(_: T.Type) {}

@_documentation(visibility: private)
@_disfavoredOverload
@available(
    *, unavailable,
    message:
        "Foundation's 'Decimal' has no form on the wire; use Adit's: leave 'import Foundation' out, or write 'Adit.Decimal'"
)
public func _hasCodingOfDecimal<T>(_: T.Type) {}

@_documentation(visibility: private)
@inlinable
public func _hasCodingOfData<T: WireCodable>(_: T.Type) {}

@_documentation(visibility: private)
@_disfavoredOverload
@available(*, unavailable, message: "'Data' has no form on the wire; use a 'String' in base 64, or '[UInt8]'")
public func _hasCodingOfData<T>(_: T.Type) {}

@_documentation(visibility: private)
@inlinable
public func _hasCodingOfURL<T: WireCodable>(_: T.Type) {}

@_documentation(visibility: private)
@_disfavoredOverload
@available(*, unavailable, message: "'URL' has no form on the wire; use a 'String'")
public func _hasCodingOfURL<T>(_: T.Type) {}

/// Checks at compile time that a type can be the key of a dictionary, for generated code.
@_documentation(visibility: private)
@inlinable
public func _isKey<T: WireKey>(_: T.Type) {}

/// The overload for other types: the compiler's error says which there are.
@_documentation(visibility: private)
@_disfavoredOverload
@available(
    *, unavailable,
    message:
        "this type is no key of an object on the wire; use 'String', 'Int', 'UUID', 'CalendarDay' or an enum of raw values with @Model, or conform it to WireKey"
)
public func _isKey<T>(_: T.Type) {}

extension WireCodable {
    /// Creates a value from itself, for generated code: a struct's own initializer would evaluate all initial values
    /// first, and discard them.
    @_documentation(visibility: private)
    @inlinable
    public init(_value value: Self) { self = value }
}
