// swift-tools-version: 6.3
import PackageDescription

// The tools that are written in Swift.
let adit = Target.Dependency.product(name: "Adit", package: "Adit")

let package = Package(
    name: "AditTools",
    products: [
        .executable(name: "adit-generate", targets: ["adit-generate"]),
        // For Tests/Fuzz, which calls the functions of FuzzGenerators.swift.
        .library(name: "AditLibrary", targets: ["AditLibrary"]),
        .library(name: "AditClients", targets: ["AditClients", "HostileCatalogs"]),
    ],
    dependencies: [.package(name: "Adit", path: "..")],
    targets: [
        // Adit libraries, loaded while a program runs.
        .target(
            name: "AditLibrary", dependencies: [adit, .product(name: "CAdit", package: "Adit")], path: "AditLibrary"),
        // The types and clients of adit-generate, and its program.
        .target(name: "AditClients", dependencies: [adit], path: "AditClients"),
        .executableTarget(
            name: "adit-generate", dependencies: ["AditClients", .product(name: "CAdit", package: "Adit")],
            path: "generate"),
        // Catalogs with hostile texts, for the tests and for scripts/fuzz.
        .target(name: "HostileCatalogs", dependencies: ["AditClients", adit], path: "HostileCatalogs"),
        .testTarget(
            name: "AditClientsTests", dependencies: ["AditClients", "HostileCatalogs", adit],
            path: "tests/AditClientsTests"),
    ],
    swiftLanguageModes: [.v6]
)
