// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

// Adit's macros are an ordinary target, for which SwiftPM builds swift-syntax from source. scripts/with-macros compiles them against the
// swift-syntax of the toolchain instead, in seconds, hands them to the compiler as a library, and says so by this variable.
let hasMacroTarget = Context.environment["ADIT_MACRO_LIBRARY"] == nil

/// A core of `examples/Cores`. Its target is not "Counter" and the like: a package that depends on this one could not have
/// targets of those names.
func core(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: "\(name)Core", dependencies: ["Adit"] + dependencies, path: "examples/Cores/\(name)")
}

/// A program that `benchmarks/run` measures.
func benchmark(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .executableTarget(name: "\(name)Benchmark", dependencies: dependencies, path: "benchmarks/\(name)")
}

func tests(_ name: String, _ dependencies: Target.Dependency..., exclude: [String] = []) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, exclude: exclude)
}

/// The code of one of the five documents, in one file.
func document(_ number: String, _ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(
        name: "\(name)Document", dependencies: ["Adit"] + dependencies, path: "examples/documents/\(number)-\(name)")
}

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
    .target(name: "AditReducers", dependencies: ["Adit"]),
    .target(name: "AditSQLite", dependencies: ["AditJSON", "AditState", "CSQLite"]),
    .target(name: "AditCompatibility", dependencies: ["AditJSON"]),
    .target(
        name: "AditHost",
        dependencies: ["Adit", "AditCompatibility", "AditJSON", "AditState"]),
    .target(
        name: "AditSwiftHost",
        dependencies: ["Adit", "AditHost", "AditJSON", "AditSQLite", "AditState"]),
    .target(
        name: "AditReplay",
        dependencies: ["Adit", "AditHost", "AditJSON", "AditSQLite", "AditState"]),
    .target(
        name: "AditC",
        dependencies: [
            "Adit", "AditCompatibility", "AditHost", "AditJSON", "AditReplay", "AditSQLite",
            "AditState",
            "CAdit", "CAditApps", "CCallbacks", "CSwiftRuntime",
        ]),
    // For test targets alone: nothing that ships depends on it.
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

let examples: [Target] = [
    core("Counter"), core("Todo"), core("Reader"), core("Chat"), core("Profile", "AditCodable"), core("TravelPlanner"),
    // Two libraries behind the C interface. They name Adit, too: SwiftPM compiles a target anew for a change in those that it names.
    .target(
        name: "AditCores", dependencies: ["Adit", "AditC", "CounterCore", "TodoCore"], path: "examples/Cores/AditCores"),
    .target(
        name: "AditShowcase",
        dependencies: ["Adit", "AditC", "ChatCore", "ProfileCore", "ReaderCore", "TravelPlannerCore"],
        path: "examples/Cores/AditShowcase"),
    // The five documents.
    document("000", "When", "AditCodable"), document("001", "PerformAction"),
    document("002", "EntryPoints", "AditReducers"), document("003", "AppReview"), document("004", "UseCases"),
    .target(
        name: "AditDocuments",
        dependencies: [
            "Adit", "AditC", "AppReviewDocument", "EntryPointsDocument", "PerformActionDocument", "UseCasesDocument",
            "WhenDocument",
        ], path: "examples/documents/Library"),
    // A Swift program around the core of the app todo.
    .target(name: "TodosScreen", dependencies: ["AditSwiftHost", "TodoCore"], path: "examples/TodosApp/Screen"),
    .executableTarget(name: "TodosApp", dependencies: ["TodosScreen"], path: "examples/TodosApp/Program"),
    .target(name: "DiceCore", dependencies: ["Adit", "AditReducers"], path: "examples/Dice/DiceCore"),
    .executableTarget(name: "Dice", dependencies: ["AditSwiftHost", "DiceCore"], path: "examples/Dice/Program"),
]

let tools: [Target] = [
    // The types and clients of adit-generate, and its program.
    .target(name: "AditClients", dependencies: ["AditJSON"], path: "tools/AditClients"),
    // Catalogs with hostile texts, for the tests of the generators and for scripts/fuzz.
    .target(name: "HostileCatalogs", dependencies: ["AditClients", "AditJSON"], path: "Tests/HostileCatalogs"),
    .executableTarget(name: "adit-generate", dependencies: ["AditClients", "CAdit"], path: "tools/generate"),
    benchmark("Coding", "Adit", "AditJSON", "AditState", "TodoCore"),
    benchmark("Dispatch", "Adit"),
    benchmark("Commit", "Adit", "AditJSON", "AditSQLite", "AditState", "TodoCore"),
    benchmark("Middleware", "Adit", "AditC", "CAdit", "CounterCore"),
    benchmark("Dependency", "Adit"),
    benchmark("Rows", "Adit", "AditJSON", "AditState"),
    benchmark("Table", "Adit"),
]

let testTargets: [Target] = [
    .target(
        name: "TestSupport", dependencies: ["Adit", "AditJSON", "AditState", "AditTesting"],
        path: "Tests/Support"),
    tests(
        "AditJSON", "Adit", "AditCodable", "AditJSON", "AditState", "CJansson", "TestSupport",
        exclude: ["JSONTestSuite", "Wire/messages.ndjson"]),
    tests("AditState", "AditCodable", "AditJSON", "AditState", "TestSupport"),
    tests(
        "Adit", "Adit", "AditCodable", "AditJSON", "AditState", "AditTesting", "TestSupport"),
    tests("AditSQLite", "Adit", "AditCodable", "AditJSON", "AditSQLite", "AditState", "CSQLite", "TestSupport"),
    tests("AditCompatibility", "Adit", "AditCompatibility", "AditHost", "AditJSON", "AditState"),
    tests("AditClients", "AditClients", "AditJSON", "HostileCatalogs"),
    tests(
        "AditHost", "Adit", "AditCodable", "AditHost", "AditJSON", "AditSQLite", "AditState",
        "AditTesting", "TestSupport"),
    tests(
        "AditSwiftHost", "Adit", "AditReplay", "AditSQLite", "AditState", "AditSwiftHost", "AditTesting", "TestSupport"),
    tests(
        "AditReplay", "Adit", "AditHost", "AditJSON", "AditReplay", "AditSQLite", "AditState",
        "ChatCore",
        "ProfileCore", "ReaderCore", "TestSupport", "TravelPlannerCore"),
    tests(
        "AditC", "Adit", "AditC", "AditCodable", "AditHost", "AditJSON", "AditReplay", "AditSQLite",
        "AditState", "AditTesting", "CAdit", "TestSupport"),
    tests(
        "AditTesting", "Adit", "AditJSON", "AditSQLite", "AditTesting", "ChatCore", "CounterCore", "ReaderCore",
        "TimedTodoCore", "TodoCore"),
    tests("AditXC", "Adit", "AditTesting", "CounterCore"),
    tests("Counter", "Adit", "AditJSON", "AditState", "TestSupport", "CounterCore"),
    tests(
        "Todo", "Adit", "AditJSON", "AditSQLite", "AditSwiftHost", "AditTesting", "TestSupport", "TodoCore",
        "TodosScreen"),
    tests("Reader", "Adit", "AditJSON", "AditTesting", "TestSupport", "ReaderCore"),
    tests("Chat", "Adit", "AditJSON", "AditTesting", "TestSupport", "ChatCore"),
    tests("Profile", "Adit", "AditCodable", "AditJSON", "AditTesting", "TestSupport", "ProfileCore"),
    tests("TravelPlanner", "Adit", "AditJSON", "AditTesting", "TestSupport", "TravelPlannerCore"),
    .testTarget(
        name: "DocumentsTests",
        dependencies: [
            "Adit", "AditSQLite", "AditTesting", "AppReviewDocument", "EntryPointsDocument", "PerformActionDocument",
            "TestSupport", "UseCasesDocument", "WhenDocument",
        ], path: "examples/documents/tests"),
    tests("Dice", "AditReducers", "AditSwiftHost", "DiceCore"),
    // The app todo behind the C interface, and the generators of clients, for scripts/fuzz.
    .target(
        name: "AditFuzz", dependencies: ["Adit", "AditC", "AditClients", "HostileCatalogs", "TodoCore"],
        path: "Tests/Fuzz/Library"),
    // The app todo of version 5bbffbe, whose review is a durable timer.
    .target(name: "TimedTodoCore", dependencies: ["Adit", "TodoCore"], path: "Tests/TimedTodo/Core"),
    // Libraries for the tests in C and Python: that app and counter; one with values of every kind; one that traps in each way; and that
    // app and counter on stores whose outcomes are unknown at first. The last has files of AditTesting by links: AditTesting
    // imports Testing, which is not there for a library with the Swift runtime in it.
    .target(
        name: "AditTimedTodo", dependencies: ["Adit", "AditC", "CounterCore", "TimedTodoCore"],
        path: "Tests/TimedTodo/Library"),
    .target(name: "AditKinds", dependencies: ["Adit", "AditC"], path: "Tests/Kinds"),
    .target(name: "AditTraps", dependencies: ["Adit", "AditC"], path: "Tests/Traps"),
    .target(
        name: "AditUncertain",
        dependencies: [
            "Adit", "AditC", "AditJSON", "AditSQLite", "AditState", "CounterCore", "TimedTodoCore",
        ],
        path: "Tests/Uncertain", exclude: ["CMakeLists.txt"]),
]

let package = Package(
    name: "Adit",
    products: [
        "Adit", "AditCodable", "AditReducers", "AditSQLite", "AditReplay", "AditSwiftHost", "AditC", "AditTesting",
    ].map {
        .library(name: $0, targets: [$0])
    } + [.executable(name: "adit-generate", targets: ["adit-generate"])]
        // CMake gives these their final form. Only AditCores and AditShowcase are installed.
        + [
            "AditCores", "AditShowcase", "AditDocuments", "AditKinds", "AditTraps", "AditTimedTodo", "AditUncertain",
            "AditFuzz",
        ].map {
            .library(name: $0, type: .dynamic, targets: [$0])
        },
    dependencies: [
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/pointfreeco/swift-custom-dump.git", from: "1.7.3"),
    ],
    targets: c + framework + examples + tools + testTargets,
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
