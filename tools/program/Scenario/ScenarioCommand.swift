import AditLibrary
import ArgumentParser

struct ScenarioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario", abstract: "Run scenarios against a library.",
        discussion: """
            Each FILE is JSON: a scenario, or an array of them (docs/recording.md).

            The status is 0; 1 if a scenario failed; or 2 if the command line, the library or a file is no good.
            """)

    @Flag(name: .shortAndLong, help: "Print the steps of all scenarios, and not only of those that fail.")
    var verbose = false

    @Argument(help: "The path of a library.", completion: .file(extensions: ["so"]))
    var library: String

    @Argument(help: "Files of scenarios.", completion: .file(extensions: ["json"]))
    var file: [String]

    func run() throws(Failure) {
        let library = try Library.load(library)
        var tally = Tally()
        var isComplete = true
        for path in file {
            do throws(Failure) {
                let file = try ScenarioFile(path: path)
                for scenario in file.scenarios.indices {
                    try run(ScenarioFile.Place(file: file, scenario: scenario), of: library, &tally)
                }
            } catch {
                guard error.status == .misuse, let text = error.text else { throw error }
                Console.complain("adit scenario: \(text)")
                isComplete = false
            }
        }
        try Console.print(
            "\(tally.scenarios.counted("scenario")), \(tally.steps.counted("step")): "
                + (tally.failures > 0
                    ? "\(tally.failures) failed" : isComplete ? "all is well" : "not all could be run"))
        if !isComplete { throw Failure(.misuse) }
        if tally.failures > 0 { throw Failure(.failed) }
    }

    private struct Tally {
        var (scenarios, steps, failures) = (0, 0, 0)
    }

    private func run(_ place: ScenarioFile.Place, of library: Library, _ tally: inout Tally) throws(Failure) {
        var run = ScenarioRun(library, place)
        let fault = run.run()
        if let fault {
            try Console.write("\(run.place)\(fault)\n  so far:\n\(run.log)")
            tally.failures += 1
        } else if verbose {
            try Console.write("\(place.file.path):\(place.line): \"\(place.name)\"\n\(run.log)")
        }
        tally.scenarios += 1
        tally.steps += place.json["steps"]?.array?.count ?? 0
    }
}

extension Int {
    /// `1 step`, `2 steps`.
    func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
