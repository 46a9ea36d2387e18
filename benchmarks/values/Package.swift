// swift-tools-version: 6.1
import PackageDescription

// A small library: the core that benchmarks/peers/run sends values to, and whose builds benchmarks/build-times measures.
let package = Package(
    name: "Values",
    products: [.library(name: "Values", type: .dynamic, targets: ["Values"])],
    dependencies: [.package(name: "Adit", path: "../..")],
    targets: [
        .target(name: "ValuesCore", dependencies: [.product(name: "Adit", package: "Adit")]),
        .target(name: "Values", dependencies: ["ValuesCore", .product(name: "AditC", package: "Adit")]),
        .testTarget(
            name: "ValuesCoreTests",
            dependencies: [
                "ValuesCore", .product(name: "Adit", package: "Adit"), .product(name: "AditTesting", package: "Adit"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
