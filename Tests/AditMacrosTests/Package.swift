// swift-tools-version: 6.3
import PackageDescription

// The tests of the macros, on the swift-syntax of the toolchain: scripts/test-macros says where it is. A package apart, so that
// neither Adit's other tests nor those who depend on Adit build swift-syntax from source for them.
let package = Package(
    name: "AditMacrosTests",
    targets: [
        // Without the main function of the macros' program.
        .target(name: "AditMacros", path: "Macros", exclude: ["AditMacrosPlugin.swift"]),
        .testTarget(
            name: "AditMacrosTests", dependencies: ["AditMacros"], path: ".", exclude: ["Macros"],
            sources: ["Diagnostics", "Expansion", "Support"]),
    ],
    swiftLanguageModes: [.v6]
)
