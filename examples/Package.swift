// swift-tools-version: 6.3
import PackageDescription

// The examples, as packages outside of Adit are: they have its products, and nothing else of it.
func adit(_ products: String...) -> [Target.Dependency] { products.map { .product(name: $0, package: "Adit") } }

/// A core of `Cores`.
func core(_ name: String, _ dependencies: [Target.Dependency] = adit("Adit")) -> Target {
    .target(name: "\(name)Core", dependencies: dependencies, path: "Cores/\(name)")
}

/// The code of one of the five documents, in one file.
func document(_ number: String, _ name: String, _ dependencies: [Target.Dependency] = adit("Adit")) -> Target {
    .target(name: "\(name)Document", dependencies: dependencies, path: "documents/\(number)-\(name)")
}

/// Tests of a core.
func tests(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies + adit("Adit", "AditTesting") + ["Support"],
        path: path ?? "tests/\(name)Tests")
}

let cores = ["Counter", "Todo", "Reader", "Chat", "Profile", "TravelPlanner"]
let documents = ["When", "PerformAction", "EntryPoints", "AppReview", "UseCases"]

let package = Package(
    name: "AditExamples",
    products: cores.map { .library(name: "\($0)Core", targets: ["\($0)Core"]) }
        + [
            .library(name: "TimedTodoCore", targets: ["TimedTodoCore", "TodoCore"]),
            .library(name: "FetchingReaderCore", targets: ["FetchingReaderCore", "ReaderCore"]),
        ]
        // CMake gives these their final form. Only the first two are installed.
        + ["AditCores", "AditShowcase", "AditWeather", "AditDocuments"].map {
            .library(name: $0, type: .dynamic, targets: [$0])
        },
    dependencies: [.package(name: "Adit", path: "..")],
    targets: [
        core("Counter"), core("Todo"), core("Chat"), core("Profile", adit("Adit", "AditCodable")),
        core("TravelPlanner"),
        core("Reader", adit("Adit", "AditGateways")), core("Weather", adit("Adit", "AditGateways")),
        // Three libraries behind the C interface.
        .target(
            name: "AditCores", dependencies: adit("Adit", "AditC") + ["CounterCore", "TodoCore"],
            path: "Cores/AditCores"),
        .target(
            name: "AditShowcase",
            dependencies: adit("Adit", "AditC") + ["ChatCore", "ProfileCore", "ReaderCore", "TravelPlannerCore"],
            path: "Cores/AditShowcase"),
        .target(name: "AditWeather", dependencies: adit("Adit", "AditC") + ["WeatherCore"], path: "Cores/AditWeather"),
        // The five documents.
        document("000", "When", adit("Adit", "AditCodable")), document("001", "PerformAction"),
        document("002", "EntryPoints", adit("Adit", "AditReducers")), document("003", "AppReview"),
        document("004", "UseCases"),
        .target(
            name: "AditDocuments",
            dependencies: adit("Adit", "AditC") + documents.map { .target(name: "\($0)Document") },
            path: "documents/Library"),
        // A Swift program around the core of the app todo, and one around a core of reducers.
        .target(
            name: "TodosScreen", dependencies: adit("AditSwiftHost") + ["TodoCore"], path: "TodosApp/Screen"),
        .executableTarget(name: "TodosApp", dependencies: ["TodosScreen", "TodoCore"], path: "TodosApp/Program"),
        .target(name: "DiceCore", dependencies: adit("Adit", "AditReducers"), path: "Dice/DiceCore"),
        .executableTarget(name: "Dice", dependencies: adit("AditSwiftHost") + ["DiceCore"], path: "Dice/Program"),
        // The tests.
        .target(name: "Support", dependencies: adit("Adit"), path: "tests/Support"),
        // Apps of version 5bbffbe, for the libraries in Tests: todo, whose review is a durable timer, and reader, which has
        // a gateway `fetch`.
        .target(name: "TimedTodoCore", dependencies: adit("Adit") + ["TodoCore"], path: "tests/TimedTodo"),
        .target(
            name: "FetchingReaderCore", dependencies: adit("Adit", "AditGateways") + ["ReaderCore"],
            path: "tests/FetchingReader"),
        tests("Counter", ["CounterCore"]), tests("Reader", ["ReaderCore"] + adit("AditGateways")),
        tests("Chat", ["ChatCore"]),
        tests("Todo", ["TodoCore", "TodosScreen"] + adit("AditSQLite", "AditSwiftHost")),
        tests("Profile", ["ProfileCore"] + adit("AditCodable")), tests("TravelPlanner", ["TravelPlannerCore"]),
        tests("Dice", ["DiceCore"] + adit("AditReducers", "AditSwiftHost")),
        tests("Weather", ["WeatherCore"] + adit("AditGateways")),
        tests(
            "Documents", documents.map { .target(name: "\($0)Document") } + adit("AditSQLite"), path: "documents/tests"),
        // The code of the guides in docs: Tests/blocks.py compares it with the pages.
        tests(
            "Guides",
            ["CounterCore", "ReaderCore", "TodoCore", "UseCasesDocument", "WhenDocument"]
                + adit(
                    "AditCodable", "AditGateways", "AditReducers", "AditReplay", "AditSQLite", "AditSwiftHost",
                    "AditUncertainStorage"),
            path: "guides"),
        // The testing kit on all of them, and under XCTest.
        tests("Stories", cores.map { .target(name: "\($0)Core") } + adit("AditGateways", "AditSQLite")),
        tests("AditXC", ["CounterCore"]),
    ],
    swiftLanguageModes: [.v6]
)
