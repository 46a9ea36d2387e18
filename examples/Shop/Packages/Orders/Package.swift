// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Orders",
    products: [.library(name: "Orders", targets: ["Orders"])],
    dependencies: [.package(name: "Adit", path: "../../../..")],
    targets: [.target(name: "Orders", dependencies: [.product(name: "Adit", package: "Adit")])]
)
