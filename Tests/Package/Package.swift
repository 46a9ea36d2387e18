// swift-tools-version: 6.1
import PackageDescription

// A package of somebody else's that depends on Adit. run.sh builds it in a folder of its own.
let package = Package(
    name: "Elsewhere",
    dependencies: [.package(name: "Adit", path: Context.environment["ADIT_ROOT"] ?? "../..")],
    targets: ["Counter", "Search"].map {
        .executableTarget(name: $0, dependencies: [.product(name: "Adit", package: "Adit")])
    },
    swiftLanguageModes: [.v6]
)
