import AditLibrary
import AditServe

/// A file of scenarios that was read and checked.
struct ScenarioFile {
    let path: String
    let scenarios: [JSONValue]
    /// Of each scenario: the line in which it begins, and those of its steps.
    private let lines: [[Int]]

    /// Reads and checks a file.
    ///
    /// - Throws: ``Failure`` that says what is wrong with it, and where: `adding.json:12: step 3 of "…": …`.
    init(path: String) throws(Failure) {
        let bytes = try File.contents(of: path)
        let root = try JSONValue(bytes, of: path)
        self.path = path
        scenarios = root.array ?? [root]
        lines = bytes.withUnsafeBytes { StepLines(of: $0, isArray: root.array != nil).scenarios }
        guard !scenarios.isEmpty else { throw Failure(.misuse, "\(path): a scenario is expected, found none") }
        for index in scenarios.indices {
            var check = ScenarioCheck(of: Place(file: self, scenario: index))
            do throws(Fault) { try check.run() } catch { throw Failure(.misuse, error.text) }
        }
    }

    /// A scenario, or one of its steps.
    struct Place: CustomStringConvertible {
        let file: ScenarioFile
        let scenario: Int
        /// From 1 on; 0: the scenario as a whole.
        var step = 0

        var json: JSONValue { file.scenarios[scenario] }
        /// The scenario's name; by default, that of the file.
        var name: String {
            json["name"]?.string ?? file.path.split(separator: "/").last.map(String.init) ?? file.path
        }
        var line: Int {
            let lines = file.lines.indices.contains(scenario) ? file.lines[scenario] : []
            return lines.indices.contains(step) ? lines[step] : 0
        }
        /// `adding.json:12: step 3 of "a tag moves to the end": `
        var description: String { "\(file.path):\(line): \(step > 0 ? "step \(step) of " : "")\"\(name)\": " }
    }
}

/// Finds in which lines the scenarios of a file and their steps begin. The text is JSON.
private struct StepLines {
    private(set) var scenarios: [[Int]] = []
    private var line = 1
    /// Where the lines have been counted up to.
    private var place: UnsafePointer<UInt8>

    init(of text: UnsafeRawBufferPointer, isArray: Bool) {
        place = Bytes(text).start
        let root = Bytes(UnsafeRawBufferPointer(rebasing: text.drop { $0 <= UInt8(ascii: " ") }))
        guard isArray else {
            scenarios = [read(root)]
            return
        }
        var elements = ArrayScanner(root)
        while let scenario = elements.next() { scenarios.append(read(scenario)) }
    }

    private mutating func read(_ scenario: Bytes) -> [Int] {
        var lines = [line(of: scenario)]
        var members = ObjectScanner(scenario)
        while let member = members.next() {
            guard member.has(key: "steps") else { continue }
            var steps = ArrayScanner(member.value)
            while let step = steps.next() { lines.append(line(of: step)) }
        }
        return lines
    }

    /// - Parameter value: one behind those before.
    private mutating func line(of value: Bytes) -> Int {
        line += UnsafeBufferPointer(start: place, count: value.start - place).count { $0 == UInt8(ascii: "\n") }
        place = value.start
        return line
    }
}
