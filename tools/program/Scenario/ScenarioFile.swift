import AditLibrary

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
        lines = StepLines(bytes).scenarios
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
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    private(set) var scenarios: [[Int]] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        skipToValue()
        guard byte == UInt8(ascii: "[") else {
            scenarios = [readScenario()]
            return
        }
        place += 1
        skipToValue()
        while let byte, byte != UInt8(ascii: "]") {
            scenarios.append(readScenario())
            skipToValue()
        }
    }

    private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func readScenario() -> [Int] {
        var lines = [line]
        guard byte == UInt8(ascii: "{") else {
            skipValue()
            return lines
        }
        place += 1
        skipToValue()
        while let byte, byte != UInt8(ascii: "}") {
            let isSteps = bytes[place...].starts(with: "\"steps\"".utf8)
            skipText()
            skipToValue()
            if isSteps, self.byte == UInt8(ascii: "[") { lines += readElements() } else { skipValue() }
            skipToValue()
        }
        place += 1
        return lines
    }

    private mutating func readElements() -> [Int] {
        var lines: [Int] = []
        place += 1
        skipToValue()
        while let byte, byte != UInt8(ascii: "]") {
            lines.append(line)
            skipValue()
            skipToValue()
        }
        place += 1
        return lines
    }

    /// Also skips what stands between two values.
    private mutating func skipToValue() {
        while let byte, " \t\r\n,:".utf8.contains(byte) {
            if byte == UInt8(ascii: "\n") { line += 1 }
            place += 1
        }
    }

    private mutating func skipText() {
        place += 1
        while let byte, byte != UInt8(ascii: "\"") { place += byte == UInt8(ascii: "\\") ? 2 : 1 }
        place += 1
    }

    private mutating func skipValue() {
        var depth = 0
        repeat {
            skipToValue()
            switch byte {
            case UInt8(ascii: "\""): skipText()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                place += 1
            default:
                while let byte, !" \t\r\n,:]}".utf8.contains(byte) { place += 1 }
            }
        } while depth > 0 && place < bytes.count
    }
}
