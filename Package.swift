// swift-tools-version: 6.1
import CompilerPluginSupport
import PackageDescription

// The macros need swift-syntax, which takes minutes to build in release. So scripts/build builds their tool once, in
// debug, and names it here: then it is used as it is, and the package needs no other. Without the variable, SwiftPM
// does as it does with any package that has macros.
let macroTool = Context.environment["ADIT_MACRO_TOOL"]
let macros: [Target.Dependency] = macroTool == nil ? ["AditMacros"] : []
let macroSettings: [SwiftSetting] =
    macroTool.map { [.unsafeFlags(["-load-plugin-executable", "\($0)#AditMacros"])] } ?? []

// What no message of an app runs through is compiled for size, where the flags of scripts/build are given anyway: a package
// with such flags cannot be a dependency by version.
let sizeSettings: [SwiftSetting] =
    macroTool == nil ? [] : [.unsafeFlags(["-Osize"], .when(configuration: .release))]

let package = Package(
    name: "Adit",
    products: [
        .library(name: "Adit", targets: ["Adit"]),
        .library(name: "AditCodable", targets: ["AditCodable"]),
        .library(name: "AditSQLite", targets: ["AditSQLite"]),
        .library(name: "AditReplay", targets: ["AditReplay"]),
        .library(name: "AditSwiftHost", targets: ["AditSwiftHost"]),
        .library(name: "AditC", targets: ["AditC"]),
        .library(name: "AditTesting", targets: ["AditTesting"]),
        .executable(name: "adit-generate", targets: ["adit-generate"]),
        // The example cores behind the C interface, in two shared libraries; CMake gives them their final form.
        .library(name: "AditCores", type: .dynamic, targets: ["AditCores"]),
        .library(name: "AditShowcase", type: .dynamic, targets: ["AditShowcase"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/pointfreeco/swift-custom-dump.git", from: "1.7.3"),
    ],
    targets: [
        // The C header, as a module.
        .systemLibrary(name: "CAdit", path: "include"),
        .systemLibrary(
            name: "CJansson", pkgConfig: "jansson",
            providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
        // SQLite's functions, of a library that is loaded when the first store opens.
        .target(name: "CSQLite"),
        // The hook by which a library says which apps it holds.
        .systemLibrary(name: "CAditApps"),
        // The hook by which failures that Adit finds in tests reach the library that runs them.
        .systemLibrary(name: "CAditIssues"),
        // What a library has in place of functions of the Swift runtime, so that it starts sooner.
        .target(name: "CSwiftRuntime"),
        // What Swift's Glibc module leaves out, and Swift cannot say.
        .systemLibrary(name: "CLinux"),

        .target(name: "AditJSON", dependencies: ["CJansson"]),
        .target(name: "AditSystem", dependencies: ["AditJSON", "CLinux"]),
        .target(name: "AditTable", dependencies: ["AditSystem"]),
        .target(name: "AditState", dependencies: ["AditJSON", "AditSystem", "AditTable", "CJansson"]),
        .target(
            name: "Adit",
            dependencies: [
                "AditJSON", "AditState", "AditSystem", "AditTable", "CAditIssues", "CLinux",
                .product(name: "Logging", package: "swift-log"),
            ] + macros,
            swiftSettings: macroSettings),
        .target(name: "AditCodable", dependencies: ["Adit", "AditJSON", "AditState"]),
        // For test targets alone: nothing that ships depends on it.
        .target(
            name: "AditTesting",
            dependencies: [
                "Adit", "AditCodable", "AditJSON", "AditState", "AditSystem", "AditTable",
                .product(name: "CustomDump", package: "swift-custom-dump"),
            ]),
        .target(
            name: "AditSQLite",
            dependencies: ["AditJSON", "AditState", "AditSystem", "CSQLite"]),
        .target(
            name: "AditProtocol", dependencies: ["Adit", "AditJSON", "AditState"] + macros,
            swiftSettings: macroSettings + sizeSettings),
        .target(name: "AditCompatibility", dependencies: ["AditJSON"], swiftSettings: sizeSettings),
        // The types and clients of adit-generate, and its program.
        .target(name: "AditClients", dependencies: ["AditJSON"]),
        // Catalogs with hostile texts, for the tests of the generators and for scripts/fuzz.
        .target(name: "HostileCatalogs", dependencies: ["AditClients", "AditJSON"], path: "Tests/HostileCatalogs"),
        .executableTarget(name: "adit-generate", dependencies: ["AditClients", "CAdit"], path: "tools/generate"),
        .target(
            name: "AditHost",
            dependencies: ["Adit", "AditCompatibility", "AditJSON", "AditProtocol", "AditState", "AditSystem", "CLinux"]),
        .target(
            name: "AditSwiftHost",
            dependencies: [
                "Adit", "AditHost", "AditJSON", "AditProtocol", "AditSQLite", "AditState", "AditSystem",
            ]),
        .target(
            name: "AditReplay",
            dependencies: [
                "Adit", "AditHost", "AditJSON", "AditProtocol", "AditSQLite", "AditState", "AditSystem",
            ], swiftSettings: sizeSettings),
        .target(
            name: "AditC",
            dependencies: [
                "Adit", "AditCompatibility", "AditHost", "AditJSON", "AditProtocol", "AditReplay", "AditSQLite", "AditState", "AditSystem",
                "CAdit", "CAditApps", "CLinux", "CSwiftRuntime",
            ]),

        // Not "Counter" and the like: a package that depends on this one could not have targets of those names.
        .target(
            name: "CounterCore", dependencies: ["Adit"], path: "Sources/Cores/Counter", swiftSettings: macroSettings),
        .target(name: "TodoCore", dependencies: ["Adit"], path: "Sources/Cores/Todo", swiftSettings: macroSettings),
        .target(name: "ReaderCore", dependencies: ["Adit"], path: "Sources/Cores/Reader", swiftSettings: macroSettings),
        .target(name: "ChatCore", dependencies: ["Adit"], path: "Sources/Cores/Chat", swiftSettings: macroSettings),
        .target(
            name: "ProfileCore", dependencies: ["Adit", "AditCodable"], path: "Sources/Cores/Profile",
            swiftSettings: macroSettings),
        .target(
            name: "TravelPlannerCore", dependencies: ["Adit"], path: "Sources/Cores/TravelPlanner",
            swiftSettings: macroSettings),
        .target(
            name: "AditCores", dependencies: ["AditC", "CounterCore", "TodoCore"], path: "Sources/Cores/AditCores"),
        .target(
            name: "AditShowcase",
            dependencies: ["AditC", "ChatCore", "ProfileCore", "ReaderCore", "TravelPlannerCore"],
            path: "Sources/Cores/AditShowcase"),

        // A Swift program around the core of the app todo.
        .target(name: "TodosScreen", dependencies: ["AditSwiftHost", "TodoCore"], path: "examples/TodosApp/Screen"),
        .executableTarget(name: "TodosApp", dependencies: ["TodosScreen"], path: "examples/TodosApp/Program"),
        .target(name: "DiceCore", dependencies: ["Adit"], path: "examples/Dice/DiceCore"),
        .executableTarget(name: "Dice", dependencies: ["AditSwiftHost", "DiceCore"], path: "examples/Dice/Program"),

        // What benchmarks/run measures of single parts.
        .executableTarget(
            name: "CodingBenchmark", dependencies: ["Adit", "AditJSON", "AditSystem", "TodoCore"],
            path: "benchmarks/Coding"),
        .executableTarget(
            name: "DispatchBenchmark", dependencies: ["Adit"], path: "benchmarks/Dispatch",
            swiftSettings: macroSettings),
        .executableTarget(
            name: "CommitBenchmark", dependencies: ["Adit", "AditJSON", "AditSQLite", "AditState", "TodoCore"],
            path: "benchmarks/Commit"),
        .executableTarget(
            name: "MiddlewareBenchmark", dependencies: ["Adit", "AditC", "CAdit", "CounterCore"],
            path: "benchmarks/Middleware"),
        .executableTarget(name: "DependencyBenchmark", dependencies: ["Adit"], path: "benchmarks/Dependency"),
        .executableTarget(
            name: "RowsBenchmark", dependencies: ["Adit", "AditJSON", "AditState", "AditTable"],
            path: "benchmarks/Rows",
            swiftSettings: macroSettings),
        .executableTarget(name: "TableBenchmark", dependencies: ["Adit"], path: "benchmarks/Table"),
    ],
    swiftLanguageModes: [.v6]
)

if macroTool == nil {
    package.dependencies += [.package(url: "https://github.com/swiftlang/swift-syntax.git", from: "603.0.0")]
    let syntax: [Target.Dependency] = ["SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftSyntaxMacros"].map {
        .product(name: $0, package: "swift-syntax")
    }
    package.targets += [
        // A tool of the compiler: nothing of it is in what is built.
        .macro(name: "AditMacros", dependencies: syntax),

        .target(
            name: "TestSupport", dependencies: ["Adit", "AditJSON", "AditState", "AditSystem", "AditTesting"],
            path: "Tests/Support"),
        .testTarget(
            name: "AditJSONTests",
            dependencies: ["Adit", "AditCodable", "AditJSON", "AditState", "AditTable", "TestSupport"],
            exclude: ["Wire/messages.ndjson"]),
        .testTarget(
            name: "AditMacrosTests",
            dependencies: [
                "AditMacros", .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
            ]),
        .testTarget(name: "AditSystemTests", dependencies: ["AditJSON", "AditSystem", "TestSupport"]),
        .testTarget(
            name: "AditTableTests", dependencies: ["AditCodable", "AditJSON", "AditSystem", "AditTable", "TestSupport"]),
        .testTarget(
            name: "AditTests",
            dependencies: [
                "Adit", "AditCodable", "AditJSON", "AditState", "AditSystem", "AditTable", "AditTesting", "TestSupport",
            ]),
        .testTarget(
            name: "AditSQLiteTests",
            dependencies: ["Adit", "AditCodable", "AditJSON", "AditSQLite", "AditState", "CSQLite", "TestSupport"]),
        .testTarget(
            name: "AditCompatibilityTests",
            dependencies: ["Adit", "AditCompatibility", "AditJSON", "AditProtocol", "AditState"]),
        .testTarget(name: "AditClientsTests", dependencies: ["AditClients", "AditJSON", "HostileCatalogs"]),
        .testTarget(
            name: "AditProtocolTests", dependencies: ["Adit", "AditJSON", "AditProtocol", "AditState", "TestSupport"]),
        .testTarget(
            name: "AditHostTests",
            dependencies: [
                "Adit", "AditCodable", "AditHost", "AditJSON", "AditProtocol", "AditSQLite", "AditState", "TestSupport",
            ]),
        .testTarget(
            name: "AditSwiftHostTests",
            dependencies: [
                "Adit", "AditReplay", "AditSQLite", "AditState", "AditSwiftHost", "AditTesting", "TestSupport",
            ]),
        .testTarget(name: "DiceTests", dependencies: ["AditSwiftHost", "DiceCore"]),
        .testTarget(
            name: "AditReplayTests",
            dependencies: [
                "Adit", "AditHost", "AditJSON", "AditProtocol", "AditReplay", "AditSQLite", "AditState", "TestSupport",
            ]),
        .testTarget(
            name: "AditCTests",
            dependencies: [
                "Adit", "AditC", "AditCodable", "AditHost", "AditJSON", "AditProtocol", "AditReplay", "AditSQLite",
                "AditState", "AditSystem", "AditTesting", "CAdit", "TestSupport",
            ]),
        .testTarget(
            name: "AditTestingTests",
            dependencies: [
                "Adit", "AditJSON", "AditSQLite", "AditTesting", "ChatCore", "CounterCore", "ReaderCore", "TodoCore",
            ]),
        .testTarget(name: "AditXCTests", dependencies: ["Adit", "AditTesting", "CounterCore"]),
        .testTarget(
            name: "CounterTests", dependencies: ["Adit", "AditJSON", "AditState", "TestSupport", "CounterCore"]),
        .testTarget(
            name: "TodoTests",
            dependencies: [
                "Adit", "AditJSON", "AditSQLite", "AditSwiftHost", "AditTesting", "TestSupport", "TodoCore",
                "TodosScreen",
            ]),
        .testTarget(
            name: "ReaderTests", dependencies: ["Adit", "AditJSON", "AditTesting", "TestSupport", "ReaderCore"]),
        .testTarget(name: "ChatTests", dependencies: ["Adit", "AditJSON", "AditTesting", "TestSupport", "ChatCore"]),
        .testTarget(
            name: "ProfileTests",
            dependencies: ["Adit", "AditCodable", "AditJSON", "AditTesting", "TestSupport", "ProfileCore"]),
        .testTarget(
            name: "TravelPlannerTests",
            dependencies: ["Adit", "AditJSON", "AditTesting", "TestSupport", "TravelPlannerCore"]),
    ]
} else {
    // An app with values of every kind, for Tests/Python; not for those who depend on this package.
    package.products.append(.library(name: "AditKinds", type: .dynamic, targets: ["AditKinds"]))
    package.products.append(.library(name: "AditTraps", type: .dynamic, targets: ["AditTraps"]))
    package.products.append(.library(name: "AditUncertain", type: .dynamic, targets: ["AditUncertain"]))
    package.targets.append(
        .target(name: "AditKinds", dependencies: ["Adit", "AditC"], path: "Tests/Kinds", swiftSettings: macroSettings))
    // An app that traps in each way there is, for Tests/C/traps.c.
    package.targets.append(
        .target(name: "AditTraps", dependencies: ["Adit", "AditC"], path: "Tests/Traps", swiftSettings: macroSettings))
    // What scripts/fuzz runs (Tests/Fuzz): the app todo behind the C interface, and the generators of clients.
    package.products.append(.library(name: "AditFuzz", type: .dynamic, targets: ["AditFuzz"]))
    package.targets.append(
        .target(
            name: "AditFuzz", dependencies: ["Adit", "AditC", "AditClients", "HostileCatalogs", "TodoCore"],
            path: "Tests/Fuzz/Library"))
    // The apps of AditCores on stores whose outcomes are unknown at first, for the tests of stores in C and Python.
    // It has the files of AditTesting's storage by links: a library with the Swift runtime in it cannot import Testing.
    package.targets.append(
        .target(
            name: "AditUncertain",
            dependencies: ["AditC", "AditJSON", "AditSQLite", "AditState", "AditSystem", "CounterCore", "TodoCore"],
            path: "Tests/Uncertain", exclude: ["CMakeLists.txt"]))
}
