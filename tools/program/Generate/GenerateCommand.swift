import AditClients
import ArgumentParser

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Write types and a client for an app in another language.",
        usage: """
            adit generate --lang LANGUAGE [--output FILE] [--package NAME] CATALOG
            adit generate --flat [--output FILE] CATALOG
            """,
        discussion: """
            Or the catalog as a flat JSON Schema, which other generators read. CATALOG is a file that adit catalog --json \
            has written, LIBRARY:APP, or - for standard input.

            The status is 0; 1 if the catalog is no good or the file cannot be written; or 2 if the command line is no good.
            """)

    @Option(
        name: .shortAndLong, help: "One of \(Language.names).", completion: .list(Language.allCases.map(\.rawValue)))
    var lang: Language?

    @Flag(help: "Write the types of Adit's own messages, which the package of the binding has.")
    var protocolTypes = false

    @Flag(name: .shortAndLong, help: "Write the flat JSON Schema.")
    var flat = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Go, Java, Kotlin: the package; C++, C#: the namespace; by default, the app's name.", valueName: "name"))
    var package: String?

    @Argument(help: "The catalog of an app.", completion: .file())
    var catalog: String

    func validate() throws {
        if protocolTypes, lang.map(Language.withOwnTypes.contains) != true {
            throw ValidationError(
                "--protocol-types is for \(Language.withOwnTypes.map(\.rawValue).joined(separator: ", "))")
        }
        if flat == (lang != nil) { throw ValidationError("--lang LANGUAGE or --flat is expected") }
        guard let package else { return }
        if flat || protocolTypes {
            throw ValidationError("found --package beside \(flat ? "--flat" : "--protocol-types"); it is for clients")
        }
        if let refusal = lang?.refusal(ofPackage: package) { throw ValidationError("--package: \(refusal)") }
    }

    func run() throws(Failure) {
        let text = try GenerateCommand.text(of: catalog, byDirection: !flat) { (model) throws(CatalogError) in
            if protocolTypes, let lang { return lang.ownTypes(of: model, checks: output?.hasSuffix(".js") == true) }
            return lang?.source(of: model, package: package) ?? FlatSchema.document(of: model).json + "\n"
        }
        guard let output else { return try Console.write(text) }
        do throws(SystemError) { try File.write(text, to: output) } catch {
            throw Failure(.failed, "\(output): \(error)")
        }
    }

    /// Prints the flat form of a catalog.
    static func printFlat(_ catalog: String) throws(Failure) {
        try Console.write(
            text(of: catalog, byDirection: false) { (model) throws(CatalogError) in
                FlatSchema.document(of: model).json + "\n"
            })
    }

    private static func text(
        of catalog: String, byDirection: Bool, _ make: (ClientModel) throws(CatalogError) -> String
    ) throws(Failure) -> String {
        let source: CatalogSource
        do throws(Failure) { source = try CatalogSource(catalog) } catch { throw Failure(.failed, error.text) }
        do throws(CatalogError) { return try make(ClientModel(catalog: source.text, byDirection: byDirection)) } catch {
            throw Failure(.failed, "\(catalog): \(error.text)")
        }
    }
}

extension Language: ExpressibleByArgument {}
