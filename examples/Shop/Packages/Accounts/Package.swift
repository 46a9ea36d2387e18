// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Accounts",
    products: [.library(name: "Accounts", targets: ["Accounts"])],
    dependencies: [.package(name: "Adit", path: "../../../..")],
    targets: [.target(name: "Accounts", dependencies: [.product(name: "Adit", package: "Adit")])]
)
