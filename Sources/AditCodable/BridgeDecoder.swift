import AditJSON

/// Decodes a plain `Codable` type from a text in Adit's wire format.
///
/// Differences from Swift's synthesized decoding: an enum's only value is written as itself if it has no label (never
/// under `_0`); `null` is read as absent; unrequested keys are refused with an error that lists the requested ones.
///
/// - Throws: ``CodingFailure`` with the path, the value found, and the expected value.
package func decodeBridged<T: Decodable>(
    _ type: T.Type, from value: JSONReader, userInfo: BridgeUserInfo = BridgeUserInfo([:])
) throws(CodingFailure) -> T {
    let decoding = Decoding(userInfo)
    do {
        return try BridgeDecoder(value, at: nil, decoding).decodeWhole(type)
    } catch let failure as CodingFailure {
        throw failure
    } catch let error as DecodingError {
        throw CodingFailure(error)
    } catch {
        throw CodingFailure(at: decoding.foreignErrorPlace, "\(error)")
    }
}

/// The `userInfo` of a decoder.
package struct BridgeUserInfo: @unchecked Sendable {  // The initializer accepts Sendable values only.
    fileprivate let values: [CodingUserInfoKey: Any]

    package init(_ values: [CodingUserInfoKey: any Sendable]) { self.values = values }
}

/// The state of one decoding.
final class Decoding {
    let userInfo: BridgeUserInfo
    /// Where a type threw an error that is neither Swift's nor Adit's; nil once a later value has been decoded.
    @exclusivity(unchecked) var foreignErrorPlace: CodingPlace?

    init(_ userInfo: BridgeUserInfo) { self.userInfo = userInfo }
}

/// The decoder of one value.
final class BridgeDecoder: Decoder {
    let value: JSONReader
    let place: CodingPlace?
    private let decoding: Decoding
    /// The decoder whose type reads this value as a part of itself.
    private let owner: BridgeDecoder?
    @exclusivity(unchecked) private var isRead = false
    @exclusivity(unchecked) private var checks = UnknownKeyChecks()

    init(_ value: JSONReader, at place: CodingPlace?, _ decoding: Decoding, ownedBy owner: BridgeDecoder? = nil) {
        self.value = value
        self.place = place
        self.decoding = decoding
        self.owner = owner
    }

    var codingPath: [any CodingKey] { place?.keys ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { decoding.userInfo.values }

    /// Reads the text of a duration; nil of another value: in a store of an older version, a `Duration` has its own coding.
    private func duration<T>(as type: T.Type) throws(CodingFailure) -> T? {
        guard T.self == Duration.self, value.utf8 != nil else { return nil }
        let duration: Duration = try value.read(at: place)
        return duration as? T
    }

    /// Decodes the whole value, and refuses the keys that the type did not request.
    func decodeWhole<T: Decodable>(_ type: T.Type) throws -> T {
        // The compiler's decoding of an enum of texts compares the text with each raw value.
        if let text = value.utf8, SlowKey.isFound(in: text), T.self is any RawRepresentable.Type {
            throw CodingFailure(at: place, SlowKey.reasonOfText)
        }
        let decoded: T
        do {
            decoded = try duration(as: type) ?? T(from: self)
        } catch let error as DecodingError {
            // The enum's error only says that it found no single case; the check knows the keys that are present.
            try checks.forEachCheck { (check) throws(CodingFailure) in try check.refuseUnknownCase(after: error) }
            throw error
        } catch {
            if !(error is CodingFailure), decoding.foreignErrorPlace == nil { decoding.foreignErrorPlace = place }
            throw error
        }
        if decoding.foreignErrorPlace != nil { decoding.foreignErrorPlace = nil }
        // A type without properties requests no keys.
        if !isRead { _ = audit(value, .object, at: place) }
        try checks.forEachCheck { (check) throws(CodingFailure) in try check.refuseUnaskedKeys() }
        return decoded
    }

    /// Starts recording the requested keys of a value. A subclass and its superclass share one check; reading the
    /// values of a case again, after a failed attempt, starts a new one.
    func audit(
        _ value: JSONReader, _ form: UnknownKeyCheck.Form, isUnlabelled: Bool = false, at place: CodingPlace?
    ) -> UnknownKeyCheck {
        if let owner { return owner.audit(value, form, isUnlabelled: isUnlabelled, at: place) }
        if form == .object, let shared = checks[value, .object] { return shared }
        if form == .payload { forgetPayload(value) }
        let check = UnknownKeyCheck(value, form, isUnlabelled: isUnlabelled, at: place)
        checks.append(check)
        return check
    }

    /// Adopts the requested keys of another decoder of the same value.
    func adoptKeys(from other: BridgeDecoder) {
        guard let asked = other.checks[value, .object] else { return }
        audit(value, .object, at: place).add(asked)
    }

    /// Discards the requested keys of a case's values, which are about to be read in another form.
    func forgetPayload(_ value: JSONReader) {
        if let owner { return owner.forgetPayload(value) }
        checks.remove(value, .payload)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        isRead = true
        guard value.isObject else {
            throw CodingFailure(at: place, "found \(value.description); an object is expected")
        }
        return KeyedDecodingContainer(KeyedReader(self, value, .object, at: place))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        isRead = true
        return try ArrayReader(self, value, at: place)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        isRead = true
        return self
    }

    /// Returns the decoder of a nested value.
    func descend(to value: JSONReader, at place: CodingPlace?) -> BridgeDecoder {
        BridgeDecoder(value, at: place, decoding)
    }

    /// Returns the decoder of a nested value that this decoder's type reads itself.
    func share(_ value: JSONReader, at place: CodingPlace?) -> BridgeDecoder {
        BridgeDecoder(value, at: place, decoding, ownedBy: owner ?? self)
    }
}

extension CodingFailure {
    /// An error thrown by a type's own `init(from:)`.
    init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(at: context.codingPath, "missing key \"\(key.stringValue)\"")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            self.init(at: context.codingPath, context.debugDescription)
        @unknown default:
            self.init(path: "", reason: "\(error)")
        }
    }
}

extension BridgeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value.isNull }

    // A separate attempt: if it fails and the error is caught, its requested keys are discarded; earlier ones count.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let attempt = descend(to: value, at: place)
        attempt.adoptKeys(from: self)
        let decoded = try attempt.decodeWhole(type)
        adoptKeys(from: attempt)
        return decoded
    }

    func decode(_: Bool.Type) throws -> Bool { try value.read(at: place) }
    func decode(_: String.Type) throws -> String { try value.read(at: place) }
    func decode(_: Double.Type) throws -> Double { try value.read(at: place) }
    func decode(_: Float.Type) throws -> Float { try value.read(at: place) }

    func decode<T: FixedWidthInteger & Decodable>(_: T.Type) throws -> T { try value.readInteger(at: place) }
}
