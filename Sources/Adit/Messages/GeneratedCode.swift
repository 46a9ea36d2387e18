// What generated code needs beside the coding itself.

extension JSONWriter {
    /// Writes a value. Generated code does not know whether a type's own `write(to:)` throws; this always may.
    @inlinable
    public func write<T: WireCodable>(value: T) throws(CodingFailure) { try value.write(to: self) }
}

/// A type with coding, for generated code: where `T` has none, the compiler says so where this is named.
@_documentation(visibility: private)
public enum _Coded<T: WireCodable> {
    public typealias Value = T
}

extension WireCodable {
    /// The value itself, for generated code: a struct's own initializer would evaluate all initial values first, and
    /// throw them away.
    @_documentation(visibility: private)
    @inlinable
    public init(_value value: Self) { self = value }
}
