// swift-tools-version: 6.3
import PackageDescription

// Libraries for the tests in C and in Python.
func adit(_ products: String...) -> [Target.Dependency] { products.map { .product(name: $0, package: "Adit") } }

func cores(_ names: String...) -> [Target.Dependency] {
    names.map { .product(name: "\($0)Core", package: "AditExamples") }
}

let libraries = ["AditKinds", "AditTraps", "AditOldApps", "AditUncertain", "AditPostgresPaths", "AditFuzz"]

let package = Package(
    name: "AditTests",
    products: libraries.map { .library(name: $0, type: .dynamic, targets: [$0]) },
    dependencies: [
        .package(name: "Adit", path: ".."), .package(name: "AditExamples", path: "../examples"),
        .package(name: "AditTools", path: "../tools"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    ],
    targets: [
        // Values of every kind.
        .target(name: "AditKinds", dependencies: adit("Adit", "AditC"), path: "Kinds"),
        // An app that traps in each way.
        .target(name: "AditTraps", dependencies: adit("Adit", "AditC"), path: "Traps"),
        // The apps of version 5bbffbe, todo with a durable timer among them.
        .target(
            name: "AditOldApps",
            dependencies: adit("Adit", "AditC")
                + cores("Chat", "Counter", "FetchingReader", "Profile", "TimedTodo", "TravelPlanner"),
            path: "OldApps/Library"),
        // todo and counter of these on stores whose outcomes are unknown at first.
        .target(
            name: "AditUncertain",
            dependencies: adit("Adit", "AditC", "AditSQLite", "AditUncertainStorage") + cores("Counter", "TimedTodo"),
            path: "Uncertain", exclude: ["CMakeLists.txt"]),
        // The same apps on stores in PostgreSQL.
        .target(
            name: "AditPostgresPaths",
            dependencies: adit("Adit", "AditC", "AditPostgres", "AditSQLite") + cores("Counter", "TimedTodo"),
            path: "Postgres",
            exclude: [
                "CMakeLists.txt", "fenced.c", "linked.sh", "moved.c", "moved_clock.c", "store.sh", "with-cluster.sh",
            ]),
        // The app todo behind the C interface, the generators of clients and the lines of `adit serve`, for scripts/fuzz,
        // which builds with `-enable-testing`.
        .target(
            name: "AditFuzz",
            dependencies: adit("Adit", "AditC") + cores("Todo") + [
                .product(name: "AditClients", package: "AditTools"),
                .product(name: "AditLibrary", package: "AditTools"),
                .product(name: "AditServe", package: "AditTools"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            path: "Fuzz/Library"),
    ],
    swiftLanguageModes: [.v6]
)
