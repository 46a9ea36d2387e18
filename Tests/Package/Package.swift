// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Shelf",
    products: [.library(name: "Shelf", type: .dynamic, targets: ["Shelf"])],
    dependencies: [.package(name: "Adit", path: "../Adit")],
    targets: [
        .target(name: "ShelfCore", dependencies: [.product(name: "Adit", package: "Adit")]),
        .target(
            name: "Shelf",
            dependencies: [
                "ShelfCore", .product(name: "Adit", package: "Adit"), .product(name: "AditC", package: "Adit"),
            ]),
        .testTarget(
            name: "ShelfCoreTests",
            dependencies: [
                "ShelfCore", .product(name: "Adit", package: "Adit"), .product(name: "AditTesting", package: "Adit"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Programs in Swift around a core. Until here this is the package of docs/writing-a-core.md.
package.targets += ["Counter", "Engine", "Search"].map {
    .executableTarget(name: $0, dependencies: [.product(name: "Adit", package: "Adit")])
}
