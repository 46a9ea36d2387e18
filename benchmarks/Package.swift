// swift-tools-version: 6.3
import PackageDescription

// The programs in Swift that benchmarks/run measures.
func adit(_ products: String...) -> [Target.Dependency] { products.map { .product(name: $0, package: "Adit") } }

let todo = Target.Dependency.product(name: "TodoCore", package: "AditExamples")

func benchmark(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: "\(name)Benchmark", dependencies: dependencies, path: name)
}

let package = Package(
    name: "AditBenchmarks",
    dependencies: [.package(name: "Adit", path: ".."), .package(name: "AditExamples", path: "../examples")],
    targets: [
        benchmark("Coding", adit("Adit") + [todo]),
        benchmark("Dispatch", adit("Adit", "AditSwiftHost")),
        benchmark("Middleware", adit("Adit", "AditC", "CAdit")),
        benchmark("Dependency", adit("Adit", "AditSwiftHost")),
        benchmark("Table", adit("Adit")),
    ],
    swiftLanguageModes: [.v6]
)
