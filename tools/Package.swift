// swift-tools-version: 6.3
import PackageDescription

// The tools that are written in Swift.
let adit = Target.Dependency.product(name: "Adit", package: "Adit")

let package = Package(
    name: "AditTools",
    products: [
        .executable(name: "adit", targets: ["AditProgram"]),
        .library(name: "AditLibrary", targets: ["AditLibrary"]),
        // For Tests/Fuzz, which calls the functions of FuzzGenerators.swift, and the scanners of lines.
        .library(name: "AditClients", targets: ["AditClients", "HostileCatalogs"]),
        .library(name: "AditServe", targets: ["AditServe", "AditNodes", "AditLibrary"]),
    ],
    traits: [
        .trait(
            name: "TLS", description: "TLS of `adit serve --listen`, by BoringSSL, which takes minutes to compile."),
        .default(enabledTraits: ["TLS"]),
    ],
    dependencies: [
        .package(name: "Adit", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
    ],
    targets: [
        // Adit libraries, loaded while a program runs.
        .target(
            name: "AditLibrary", dependencies: [adit, .product(name: "CAdit", package: "Adit")], path: "AditLibrary"),
        // `adit serve`, and what Swift's system module lacks for it.
        .target(
            name: "AditServe",
            dependencies: [
                "AditLibrary", "AditNodes", "CServe", adit, .product(name: "AditInspect", package: "Adit"),
                .product(name: "CAdit", package: "Adit"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            path: "AditServe"),
        .target(name: "CServe", path: "CServe"),
        // The nodes of a database, and the cores that each of them has.
        .target(name: "AditNodes", path: "AditNodes"),
        // The types and clients of `adit generate`.
        .target(name: "AditClients", dependencies: [adit], path: "AditClients"),
        // The editor of lines, as a module.
        .systemLibrary(name: "CEdit", path: "CEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
        // The program `adit`. Its module has another name: some file systems take adit and Adit for the same.
        .executableTarget(
            name: "AditProgram",
            dependencies: [
                "AditClients", "AditLibrary", "AditNodes", "AditServe", "CEdit", adit,
                .product(name: "AditSQLite", package: "Adit"),
                .product(name: "CAdit", package: "Adit"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["TLS"])),
            ],
            path: "program"),
        // Catalogs with hostile texts, for the tests and for scripts/fuzz.
        .target(name: "HostileCatalogs", dependencies: ["AditClients", adit], path: "HostileCatalogs"),
        .testTarget(
            name: "AditLibraryTests", dependencies: ["AditLibrary", adit], path: "tests/AditLibraryTests"),
        .testTarget(
            name: "AditProgramTests", dependencies: ["AditLibrary", "AditProgram", adit], path: "tests/AditProgramTests"
        ),
        .testTarget(
            name: "AditClientsTests", dependencies: ["AditClients", "HostileCatalogs", adit],
            path: "tests/AditClientsTests"),
        .testTarget(
            name: "AditServeTests",
            dependencies: [
                "AditLibrary", "AditNodes", "AditServe", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            path: "tests/AditServeTests"),
    ],
    swiftLanguageModes: [.v6]
)
