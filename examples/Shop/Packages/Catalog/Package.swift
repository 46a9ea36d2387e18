// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Catalog",
    products: [.library(name: "Catalog", targets: ["Catalog"])],
    dependencies: [.package(name: "Adit", path: "../../../..")],
    targets: [.target(name: "Catalog", dependencies: [.product(name: "Adit", package: "Adit")])]
)
