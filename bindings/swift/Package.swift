// swift-tools-version: 6.0
import PackageDescription

// What clients that `adit generate --lang swift` makes are over. It needs Foundation, and nothing of Adit's core.
let package = Package(
    name: "AditTyped",
    products: [.library(name: "AditTyped", targets: ["AditTyped"])],
    targets: [.target(name: "AditTyped")])
