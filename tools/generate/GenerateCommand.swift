import AditClients
import CAdit
import Glibc

/// `adit-generate`: writes what other languages need of an app's catalog.
struct GenerateCommand {
    let arguments: [String]

    private static let help = """
        Usage: adit-generate --lang LANGUAGE [OPTION]... CATALOG
               adit-generate --flat [OPTION]... CATALOG

        Writes types and a client for an app of an Adit library, or its catalog as a flat JSON Schema, which other generators
        read. CATALOG is a file that adit-catalog --json has written, LIBRARY:APP, or - for standard input.

          -l, --lang LANGUAGE  \(Language.names)
          -f, --flat           the flat JSON Schema
          -o, --output FILE    write to a file instead of standard output
          -p, --package NAME   Go, Kotlin: the package; by default, the app's name
          -h, --help           print this
          -V, --version        print the version

        The status is 0; 1 if the catalog is no good or the file cannot be written; or 2 if the command line is no good.

        """

    /// Does what the arguments ask for.
    ///
    /// - Returns: the status of the process.
    func run() -> Int32 {
        var options = GenerateOptions()
        do throws(UsageError) { options = try GenerateOptions(arguments) } catch {
            Console.complain("\(error.text)\nSee adit-generate --help.")
            return 2
        }
        if options.showsHelp { return Console.print(GenerateCommand.help) ? 0 : 1 }
        if options.showsVersion { return Console.print("adit-generate (Adit \(ADIT_VERSION))\n") ? 0 : 1 }
        do throws(CatalogError) {
            let model = try ClientModel(catalog: CatalogSource(options.catalog).read())
            let text =
                try options.language.map { (language) throws(CatalogError) in
                    try language.source(of: model, package: options.package)
                } ?? FlatSchema.document(of: model).json + "\n"
            guard let file = options.output else { return Console.print(text) ? 0 : 1 }
            return Console.write(text, to: file) ? 0 : 1
        } catch {
            Console.complain(options.catalog + ": " + error.text)
            return 1
        }
    }
}
