// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Adit",
    products: [
        .library(name: "Adit", targets: ["Adit"]),
        .library(name: "AditC", targets: ["AditC"]),
        // The example cores behind the C interface, in one shared library; CMake gives it its final form.
        .library(name: "AditCores", type: .dynamic, targets: ["AditCores"]),
    ],
    targets: [
        // The C header, as a module.
        .systemLibrary(name: "CAdit", path: "include"),
        .systemLibrary(
            name: "CJansson", pkgConfig: "jansson",
            providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
        // What Swift's Glibc module leaves out.
        // The hook by which a library says which apps it holds.
        .systemLibrary(name: "CAditApps"),
        .systemLibrary(name: "CLinux"),

        .target(name: "AditJSON", dependencies: ["CJansson"]),
        .target(name: "Adit", dependencies: ["AditJSON", "CLinux"]),
        .target(name: "AditC", dependencies: ["Adit", "AditJSON", "CAdit", "CAditApps", "CLinux"]),

        .target(name: "Counter", dependencies: ["Adit"], path: "Sources/Cores/Counter"),
        .target(name: "Todo", dependencies: ["Adit"], path: "Sources/Cores/Todo"),
        .target(name: "AditCores", dependencies: ["AditC", "Counter", "Todo"], path: "Sources/Cores/AditCores"),

        .testTarget(name: "AditJSONTests", dependencies: ["AditJSON"]),
        .testTarget(name: "AditTests", dependencies: ["Adit", "AditJSON"]),
        .testTarget(name: "AditCTests", dependencies: ["Adit", "AditC", "AditJSON", "CAdit"]),
        .testTarget(name: "CounterTests", dependencies: ["Counter"]),
        .testTarget(name: "TodoTests", dependencies: ["Adit", "AditJSON", "Todo"]),
    ],
    swiftLanguageModes: [.v6]
)
