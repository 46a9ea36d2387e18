import AditClients

/// Writes the clients of a catalog in every language.
///
/// - Returns: 0; 1 if the catalog is refused; or 2 if a source has a character that changes what a reader sees of it, or ends a comment
///   in some language.
@_cdecl("adit_fuzz_generate")
public func generate(_ text: UnsafePointer<UInt8>, _ length: Int) -> Int32 {
    let catalog = String(decoding: UnsafeBufferPointer(start: text, count: length), as: UTF8.self)
    guard let model = try? ClientModel(catalog: catalog) else { return 1 }
    for language in Language.allCases {
        let source = language.source(of: model, package: nil)
        if source.unicodeScalars.contains(where: isHostile) { return 2 }
    }
    _ = FlatSchema.document(of: model).json
    return 0
}

private func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xa: false
    case 0...0x1f, 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: true
    default: false
    }
}

/// Writes a client of a catalog whose texts are of the input: the first byte chooses the language, and bytes of 0 part the texts.
///
/// - Returns: 0; 1 if the language has no such names; or 3 if the client has other tokens than that of a catalog with plain texts.
@_cdecl("adit_fuzz_hostile")
public func hostile(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Int32 {
    let input = UnsafeBufferPointer(start: bytes, count: length)
    let language = Language.allCases[Int(input.first ?? 0) % Language.allCases.count]
    let parts = input.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
    var texts: [String: String] = [:]
    let catalog = HostileCatalog.catalog { place, number in
        let key = "\(place)\(number)"
        if let text = texts[key] { return text }
        let text = parts.isEmpty ? "" : String(decoding: parts[texts.count % parts.count].prefix(400), as: UTF8.self)
        let hostile = HostileCatalog.text(text, at: place, number)
        texts[key] = hostile
        return hostile
    }
    guard let model = try? ClientModel(catalog: catalog) else { return 1 }
    let skeleton = SourceSkeleton(language.source(of: model, package: nil), of: language)
    return skeleton.faults.isEmpty && skeleton.tokens == plain[language]?.tokens ? 0 : 3
}

/// The tokens of a client of plain texts.
private let plain = Dictionary(
    uniqueKeysWithValues: Language.allCases.compactMap { language -> (Language, SourceSkeleton)? in
        let catalog = HostileCatalog.catalog { place, number in place == .doc ? "Plain." : "b - \(number)" }
        guard let model = try? ClientModel(catalog: catalog) else { return nil }
        return (language, SourceSkeleton(language.source(of: model, package: nil), of: language))
    })
