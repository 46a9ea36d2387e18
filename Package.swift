// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

// Adit's macros are an ordinary target, for which SwiftPM builds swift-syntax from source. scripts/with-macros compiles them against the
// swift-syntax of the toolchain instead, in seconds, hands them to the compiler as a library, and says so by this variable.
let hasMacroTarget = Context.environment["ADIT_MACRO_LIBRARY"] == nil

func tests(_ name: String, _ dependencies: Target.Dependency..., exclude: [String] = []) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, exclude: exclude)
}

// A target names all of these modules that it depends on, also through others: it may inline their code, and SwiftPM compiles it anew
// for a change in those alone that it names. So do the products, for the packages that depend on them.
let framework: [Target] = [
    .target(name: "AditJSON", dependencies: ["CJansson"]),
    .target(name: "AditState", dependencies: ["AditJSON", "CLinux"]),
    .target(
        name: "Adit",
        dependencies: [
            "AditJSON", "AditState", "CAditIssues",
            .product(name: "Logging", package: "swift-log"),
        ] + (hasMacroTarget ? ["AditMacros"] : [])),
    .target(name: "AditCodable", dependencies: ["Adit", "AditJSON", "AditState"]),
    .target(name: "AditReducers", dependencies: ["Adit", "AditJSON", "AditState"]),
    .target(name: "AditGateways", dependencies: ["Adit", "AditJSON", "AditState"]),
    .target(name: "AditSQLite", dependencies: ["AditJSON", "AditState", "CSQLite"]),
    .target(name: "AditPostgres", dependencies: ["AditJSON", "AditState", "CPostgres"]),
    .target(name: "AditInspect", dependencies: ["AditJSON", "AditSQLite", "AditState", "CSQLite"]),
    .target(name: "AditCompatibility", dependencies: ["AditJSON"]),
    .target(
        name: "AditHost",
        dependencies: ["Adit", "AditCompatibility", "AditJSON", "AditState"]),
    .target(
        name: "AditSwiftHost",
        dependencies: ["Adit", "AditCompatibility", "AditHost", "AditJSON", "AditSQLite", "AditState"]),
    .target(
        name: "AditReplay",
        dependencies: ["Adit", "AditCompatibility", "AditHost", "AditJSON", "AditSQLite", "AditState"]),
    .target(
        name: "AditC",
        dependencies: [
            "Adit", "AditCompatibility", "AditHost", "AditJSON", "AditReplay", "AditSQLite",
            "AditState",
            "CAdit", "CAditApps", "CCallbacks", "CSwiftRuntime",
        ]),
    // For tests alone: nothing that ships depends on these two. A library of tests links the first; the other imports Testing.
    .target(name: "AditUncertainStorage", dependencies: ["AditJSON", "AditState"]),
    .target(
        name: "AditTesting",
        dependencies: [
            "Adit", "AditCodable", "AditJSON", "AditState",
            .product(name: "CustomDump", package: "swift-custom-dump"),
        ]),
]

let c: [Target] = [
    // The C header, as a module.
    .systemLibrary(name: "CAdit", path: "include"),
    .systemLibrary(
        name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
    .systemLibrary(
        name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // For libraries that ask for stores in PostgreSQL; no other links it. SwiftPM would look pkgConfig up, and warn, also where nothing
    // of a build depends on it.
    .systemLibrary(name: "CPostgres"),
    // The function by which a library lists its apps.
    .systemLibrary(name: "CAditApps"),
    // The function by which failures that Adit finds in tests reach the library that runs them.
    .systemLibrary(name: "CAditIssues"),
    // Switches the Swift runtime's crash handler off, and has what the report of a trap needs.
    .target(name: "CSwiftRuntime"),
    // The call of a host's callback.
    .target(name: "CCallbacks"),
    // What Swift's Glibc module leaves out, and Swift cannot express.
    .target(name: "CLinux"),
]

let testTargets: [Target] = [
    .target(
        name: "TestSupport", dependencies: ["Adit", "AditJSON", "AditState", "AditUncertainStorage"],
        path: "Tests/Support"),
    tests(
        "AditJSON", "Adit", "AditCodable", "AditJSON", "AditState", "AditUncertainStorage", "CJansson", "TestSupport",
        exclude: ["JSONTestSuite", "Wire/messages.ndjson"]),
    tests(
        "AditState", "Adit", "AditCodable", "AditJSON", "AditState", "AditUncertainStorage", "TestSupport"),
    tests(
        "Adit", "Adit", "AditCodable", "AditJSON", "AditState", "AditTesting", "AditUncertainStorage", "TestSupport"),
    tests(
        "AditSQLite", "Adit", "AditCodable", "AditJSON", "AditSQLite", "AditState", "AditUncertainStorage", "CSQLite",
        "TestSupport"),
    tests(
        "AditInspect", "Adit", "AditCompatibility", "AditHost", "AditInspect", "AditJSON", "AditSQLite", "AditState",
        "AditUncertainStorage", "TestSupport"),
    // A process for the tests of AditPostgres to kill.
    .executableTarget(
        name: "PostgresWriter", dependencies: ["Adit", "AditJSON", "AditPostgres", "AditState"],
        path: "Tests/AditPostgresTests/Writer"),
    tests(
        "AditPostgres", "Adit", "AditC", "AditCompatibility", "AditHost", "AditJSON", "AditPostgres", "AditReplay",
        "AditSQLite", "AditState", "AditSwiftHost", "AditUncertainStorage", "CAdit", "CPostgres", "PostgresWriter",
        "TestSupport",
        exclude: ["Support/cluster.sh", "Writer"]),
    tests(
        "AditCompatibility", "Adit", "AditCompatibility", "AditHost", "AditJSON", "AditState"),
    tests(
        "AditHost", "Adit", "AditCodable", "AditCompatibility", "AditHost", "AditJSON", "AditSQLite", "AditState",
        "AditTesting", "AditUncertainStorage", "TestSupport"),
    tests(
        "AditSwiftHost", "Adit", "AditCodable", "AditCompatibility", "AditHost", "AditJSON", "AditReplay", "AditSQLite",
        "AditState", "AditSwiftHost", "AditTesting", "AditUncertainStorage", "TestSupport"),
    tests(
        "AditReplay", "Adit", "AditCompatibility", "AditHost", "AditJSON", "AditReplay", "AditSQLite", "AditState",
        "AditUncertainStorage", "TestSupport"),
    tests(
        "AditC", "Adit", "AditC", "AditCodable", "AditCompatibility", "AditHost", "AditJSON", "AditReplay",
        "AditSQLite", "AditState", "AditTesting", "AditUncertainStorage", "CAdit", "TestSupport"),
    tests("AditGateways", "Adit", "AditCodable", "AditGateways", "AditJSON", "AditState", "AditTesting"),
    tests(
        "AditTesting", "Adit", "AditCodable", "AditJSON", "AditSQLite", "AditState", "AditTesting"),
]

/// A product with a module, and those that it depends on.
@MainActor
func library(_ name: String) -> Product {
    let modules = framework.first { $0.name == name }?.dependencies.compactMap { dependency -> String? in
        guard case .byNameItem(let name, _) = dependency, framework.contains(where: { $0.name == name }) else {
            return nil
        }
        return name
    }
    return .library(name: name, targets: [name] + (modules ?? []))
}

let package = Package(
    name: "Adit",
    products: [
        "Adit", "AditCodable", "AditReducers", "AditGateways", "AditSQLite", "AditPostgres", "AditInspect",
        "AditReplay", "AditSwiftHost", "AditC", "AditTesting", "AditUncertainStorage", "CAdit",
    ].map(library),
    dependencies: [
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/pointfreeco/swift-custom-dump.git", from: "1.7.3"),
    ],
    targets: c + framework + testTargets,
    swiftLanguageModes: [.v6]
)

if hasMacroTarget {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-syntax.git", from: "603.0.0"))
    package.targets.append(
        .macro(
            name: "AditMacros",
            dependencies: ["SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftSyntaxMacros"].map {
                .product(name: $0, package: "swift-syntax")
            }))
}
