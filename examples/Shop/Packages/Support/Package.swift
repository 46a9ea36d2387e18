// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Support",
    products: [.library(name: "Support", targets: ["Support"])],
    dependencies: [.package(name: "Adit", path: "../../../..")],
    targets: [.target(name: "Support", dependencies: [.product(name: "Adit", package: "Adit")])]
)
