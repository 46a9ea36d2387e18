// swift-tools-version: 6.1
import PackageDescription

// Where Adit is installed: ADIT_SWIFT names another place, as adit_add_library does.
let adit = Context.environment["ADIT_SWIFT"] ?? "@ADIT_SWIFT@"

let package = Package(
    name: "@Name@",
    products: [
        // The core, for other packages.
        .library(name: "@Name@Core", targets: ["@Name@Core"]),
        // The library for hosts; adit_add_library gives it its final form.
        .library(name: "@Name@", type: .dynamic, targets: ["@Name@"]),
    ],
    dependencies: [.package(path: "\(adit)/Adit")],
    targets: [
        .target(name: "@Name@Core", dependencies: [.product(name: "Adit", package: "Adit")]),
        // It names Adit, too: SwiftPM compiles a target anew for a change in those that it names.
        .target(
            name: "@Name@",
            dependencies: [
                "@Name@Core", .product(name: "Adit", package: "Adit"), .product(name: "AditC", package: "Adit"),
            ]),
        .testTarget(
            name: "@Name@CoreTests",
            dependencies: ["@Name@Core", .product(name: "AditTesting", package: "Adit")]),
    ],
    swiftLanguageModes: [.v6]
)
