import CLinux
import Synchronization

// The names of Unicode's characters, such as "GREEK SMALL LETTER ALPHA", are half a megabyte of the standard library, and
// hardly an app has a use for them. A function of the standard library that is always linked refers to them. A library built
// with adit_add_library has the functions below in place of two of the standard library's (`--wrap`), so that it holds the
// names only if code of an app refers to `Unicode.Scalar.Properties.name`.
//
// Other builds do not call them.

private typealias NameLookup = @convention(c) (UInt32, UnsafeMutablePointer<UInt8>?, Int) -> Int

/// The address of the function that looks up a name; 0 before the first use of `name`, whose code is all that refers to it.
private let lookup = Atomic<UInt>(0)

/// Replaces the function that looks up a name, for the standard library, which calls it for `name` only.
///
/// - Parameters:
///   - name: the place of the name.
///   - capacity: the number of bytes there.
/// - Returns: the length of the name; 0 without one.
@_cdecl("__wrap__swift_stdlib_getScalarName")
public func aditScalarName(_ scalar: UInt32, _ name: UnsafeMutablePointer<UInt8>?, _ capacity: Int) -> Int {
    let address = lookup.load(ordering: .relaxed)
    guard address != 0 else { return 0 }
    // Only `aditName` stores an address: that of the function of this type.
    return unsafeBitCast(address, to: NameLookup.self)(scalar, name, capacity)
}

extension Unicode.Scalar.Properties {
    /// Replaces the getter of `name`; the linker leaves it out where nothing refers to it.
    @_silgen_name("__wrap_$ss7UnicodeO6ScalarV10PropertiesV4nameSSSgvg")
    public func aditName() -> String? {
        lookup.store(unsafeBitCast(adit_real_scalar_name as NameLookup, to: UInt.self), ordering: .relaxed)
        // The standard library's type of a scalar's properties is the scalar.
        var name = adit_real_name(unsafeBitCast(self, to: UInt32.self))
        return withUnsafeMutableBytes(of: &name) { $0.assumingMemoryBound(to: String?.self).baseAddress?.move() ?? nil }
    }
}
