import AditClients

/// The command line.
struct GenerateOptions {
    private(set) var language: Language?
    private(set) var showsHelp = false
    private(set) var showsVersion = false
    private(set) var output: String?
    private(set) var package: String?
    private(set) var catalog = ""

    init() {}

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        var isFlat = false
        var catalogs: [String] = []
        func value(of option: String) throws(UsageError) -> String {
            guard let value = rest.popFirst() else { throw UsageError("\(option): found no value") }
            return value
        }
        while let argument = rest.popFirst() {
            // --option=VALUE
            if argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") {
                rest = [String(argument[..<sign]), String(argument[argument.index(after: sign)...])] + rest
                continue
            }
            switch argument {
            case "-l", "--lang":
                let name = try value(of: argument)
                guard let language = Language(rawValue: name) else {
                    throw UsageError("\(argument): found \"\(name)\"; one of \(Language.names) is expected")
                }
                self.language = language
            case "-f", "--flat": isFlat = true
            case "-o", "--output": output = try value(of: argument)
            case "-p", "--package": package = try value(of: argument)
            case "-h", "--help": showsHelp = true
            case "-V", "--version": showsVersion = true
            case _ where argument.hasPrefix("-") && argument != "-":
                throw UsageError("found the option \(argument), which is unknown")
            default: catalogs.append(argument)
            }
        }
        if showsHelp || showsVersion { return }
        guard isFlat != (language != nil) else { throw UsageError("--lang LANGUAGE or --flat is expected") }
        guard catalogs.count == 1 else { throw UsageError("found \(catalogs.count) catalogs; one is expected") }
        catalog = catalogs[0]
    }
}
