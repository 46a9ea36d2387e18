/// A language for which there are clients.
package enum Language: String, CaseIterable, Sendable {
    case python, typescript, rust, kotlin, swift, go

    package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The source text of the types and the client of an app.
    ///
    /// - Parameter package: of Go and Kotlin; nil for the app's name.
    /// - Throws: ``CatalogError`` if the app has a name that the language cannot say.
    package func source(of model: ClientModel, package: String?) throws(CatalogError) -> String {
        if self == .go { try GoSource.refuseUntaggable(model) }
        return switch self {
        case .python: PythonSource(model).text
        case .typescript: TypeScriptSource(model).text
        case .rust: RustSource(model).text
        case .kotlin: KotlinSource(model, package: package).text
        case .go: GoSource(model, package: package).text
        case .swift: SwiftSource(model).text
        }
    }
}
