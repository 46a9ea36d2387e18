// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Basket",
    products: [.library(name: "Basket", targets: ["Basket"])],
    dependencies: [.package(name: "Adit", path: "../../../..")],
    targets: [.target(name: "Basket", dependencies: [.product(name: "Adit", package: "Adit")])]
)
