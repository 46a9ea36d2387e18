import CLinux

// The names of Unicode's characters, such as "GREEK SMALL LETTER ALPHA", are half a megabyte of the standard library, and
// hardly an app has a use for them. The standard library refers to them from a function that is always linked. A library
// built with adit_add_library has the functions below in place of those references (`--wrap`), so that it holds the names
// only if code of an app refers to `Unicode.Scalar.Properties.name`.
//
// Other builds do not call them.

/// Replaces the function that looks up a name, for the standard library, whose only use of it is replaced by `name`.
///
/// - Returns: 0: no name.
@_cdecl("__wrap__swift_stdlib_getScalarName")
public func aditScalarName(_ scalar: UInt32, _ name: UnsafeMutablePointer<UInt8>?, _ capacity: Int) -> Int { 0 }

extension Unicode.Scalar.Properties {
    /// Replaces `Unicode.Scalar.Properties.name`, in the same way; the linker leaves it out where nothing refers to it.
    @_silgen_name("__wrap_$ss7UnicodeO6ScalarV10PropertiesV4nameSSSgvg")
    public func aditName() -> String? {
        // The standard library's type of the scalar's properties is the scalar.
        let scalar = unsafeBitCast(self, to: Unicode.Scalar.self)
        // The longest name of Unicode 16 has 83 characters.
        let name = String(unsafeUninitializedCapacity: 128) { buffer in
            adit_real_scalar_name(scalar.value, buffer.baseAddress, buffer.count)
        }
        return name.isEmpty ? nil : name
    }
}
