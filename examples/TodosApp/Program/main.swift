import Glibc
import TodosScreen

// usage: TodosApp [--store FILE]
let arguments = CommandLine.arguments.dropFirst()
guard arguments.isEmpty || arguments.count == 2 && arguments.first == "--store" else {
    print("usage: TodosApp [--store FILE]")
    exit(2)
}
do {
    try TodosApp(store: arguments.last).run()
} catch {
    print("TodosApp: \(error)")
    exit(1)
}
