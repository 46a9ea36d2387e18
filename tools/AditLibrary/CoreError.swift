import CAdit

/// An error that a function of a library returned.
public struct CoreError: Error, CustomStringConvertible {
    /// The code.
    public let code: ErrorCode
    /// What was found, where, and what is expected.
    public let text: String
    /// The offset of the error in the text that was given, in bytes; nil if unknown.
    public let offset: Int?

    public init(_ code: ErrorCode, _ text: String, offset: Int? = nil) {
        (self.code, self.text, self.offset) = (code, text, offset)
    }

    /// `(emessage): …`, behind the name of what failed.
    public var description: String { "(\(code)): \(text)" }

    /// The text of an error of a library.
    static func text(_ error: adit_error) -> String {
        withUnsafeBytes(of: error.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

/// A code of `adit.h`. A newer library may return one that has no name here.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }
    init(_ rawValue: Int32) { self.rawValue = rawValue }

    public static let abi = ErrorCode(Int32(ADIT_EABI))
    public static let app = ErrorCode(Int32(ADIT_EAPP))
    public static let closed = ErrorCode(Int32(ADIT_ECLOSED))
    public static let fenced = ErrorCode(Int32(ADIT_EFENCED))
    public static let locked = ErrorCode(Int32(ADIT_ELOCKED))
    public static let replay = ErrorCode(Int32(ADIT_EREPLAY))
    public static let schema = ErrorCode(Int32(ADIT_ESCHEMA))
    public static let store = ErrorCode(Int32(ADIT_ESTORE))
    public static let timedOut = ErrorCode(Int32(ADIT_ETIMEDOUT))

    /// By the number without its sign, less one.
    private static let names = [
        "einval", "eabi", "eapp", "econfig", "ecore", "ebusy", "efork", "ejson", "emessage", "esize", "efull",
        "etimedout", "estore", "elocked", "eschema", "enomem", "einternal", "ehandler", "ecascade", "eclosed",
        "ereplay", "edenied", "ecrashed", "efenced",
    ]

    /// The code of a name in an `@error`, such as `emessage`; nil if there is no such code.
    public init?(name: String) {
        guard let index = ErrorCode.names.firstIndex(of: name) else { return nil }
        rawValue = -Int32(index) - 1
    }

    /// The name in an `@error`; nil for a code without one.
    public var name: String? {
        let index = -1 - Int(rawValue)
        return ErrorCode.names.indices.contains(index) ? ErrorCode.names[index] : nil
    }

    public var description: String { name ?? "no code" }
}
