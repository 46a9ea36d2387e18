// swift-tools-version: 6.1
import PackageDescription

// A huge app: twenty features in five packages, which do not know each other, composed into one core.
let parts = ["Catalog", "Basket", "Orders", "Accounts", "Support"]
let package = Package(
    name: "Shop",
    products: [.library(name: "Shop", type: .dynamic, targets: ["Shop"])],
    dependencies: [.package(name: "Adit", path: "../..")] + parts.map { .package(path: "Packages/\($0)") },
    targets: [
        .target(
            name: "ShopCore",
            dependencies: [.product(name: "Adit", package: "Adit")] + parts.map { .product(name: $0, package: $0) }),
        // The library for hosts.
        .target(
            name: "Shop",
            dependencies: [
                "ShopCore", .product(name: "Adit", package: "Adit"), .product(name: "AditC", package: "Adit"),
            ]),
        .testTarget(
            name: "ShopCoreTests",
            dependencies: [
                "ShopCore", .product(name: "Adit", package: "Adit"), .product(name: "AditTesting", package: "Adit"),
            ]),
    ]
)
