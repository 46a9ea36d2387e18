/// A language for which there are clients.
package enum Language: String, CaseIterable, Sendable {
    case python, typescript, rust, java, kotlin, swift, go, cpp, csharp

    package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The languages of which the package of the binding has the types of Adit's own messages.
    package static let withOwnTypes: [Language] = [.python, .typescript, .rust, .java, .swift, .go, .cpp, .csharp]

    /// The source text of the types of Adit's own messages, for the package of the binding.
    ///
    /// - Parameter checks: of TypeScript, whether it is the module in JavaScript that checks their values.
    package func ownTypes(of model: ClientModel, checks: Bool = false) -> String {
        switch self {
        case .python: PythonSource(model, isOwn: true).text
        case .typescript where checks: TypeScriptSource(model, isOwn: true).ownChecks
        case .typescript: TypeScriptSource(model, isOwn: true).ownTypes
        case .go: GoSource(model, package: nil, isOwn: true).text
        case .rust: RustSource(model, isOwn: true).text
        case .java: JavaSource(model, package: nil, isOwn: true).text
        case .swift: SwiftSource(model, isOwn: true).text
        case .cpp: CppSource(model, package: nil, isOwn: true).text
        case .csharp: CSharpSource(model, package: nil, isOwn: true).text
        default: ""
        }
    }

    /// The source text of the types and the client of an app.
    ///
    /// - Parameter package: of Go, Java and Kotlin, and the namespace of C++ and C#; nil for the app's name.
    package func source(of model: ClientModel, package: String?) -> String {
        switch self {
        case .python: PythonSource(model).text
        case .typescript: TypeScriptSource(model).text
        case .rust: RustSource(model).text
        case .java: JavaSource(model, package: package).text
        case .kotlin: KotlinSource(model, package: package).text
        case .go: GoSource(model, package: package).text
        case .swift: SwiftSource(model).text
        case .cpp: CppSource(model, package: package).text
        case .csharp: CSharpSource(model, package: package).text
        }
    }
}
