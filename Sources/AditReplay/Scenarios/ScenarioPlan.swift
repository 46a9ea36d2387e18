import Adit
import AditHost
import AditJSON
import AditState

/// The `given` part of a scenario, and the mapping of recorded ids to the scenario's.
struct ScenarioPlan {
    /// The config of a core that runs the scenario.
    let config = JSONWriter()
    private let path: String
    private var app = ""
    /// The version of the recorded state.
    private var schema: Int64?
    private let given = JSONWriter()
    /// The scenario's ids, by the drawn ids that they replace.
    private var ids: [[UInt8]: [UInt8]] = [:]
    /// The prefix of the recorded ids of effects, such as `"e2-`; nil if it is the same as in a scenario.
    private var effects: [UInt8]?

    /// - Throws: ``HostError`` if the recording has an entry that no scenario can express.
    init(_ path: String, _ opening: RecordedLine, _ lines: ScenarioLines) throws {
        self.path = path
        let state = opening.state
        let isRead = try opening.read(opening.value) { root throws in
            guard let state else { return false }
            guard root["pending"] == nil else {
                throw HostError(
                    .schema, "\(path) begins with durable effects of an earlier opening, which no scenario can tell")
            }
            app = root["app"]?.string ?? ""
            let opens = root["opens"]?.integer ?? 1
            if opens != 1 { effects = Array("\"e\(opens)-".utf8) }
            schema = root["schema"]?.integer
            let date = try readDraws(lines, since: root["revision"]?.integer ?? 0)
            let config = root["config"]
            write(to: given, config, state, date, isGiven: true)
            write(to: self.config, config, state, date, isGiven: false)
            return true
        }
        guard isRead == true else {
            throw HostError(.schema, "\(path) does not begin with the state of a core; a recording does")
        }
    }

    /// Reads the drawn ids.
    ///
    /// - Parameter revision: the revision of the state that the scenario begins with.
    /// - Returns: the date at the beginning, by the first drawn date; nil if none was drawn.
    private mutating func readDraws(_ lines: ScenarioLines, since revision: Int64) throws -> Timestamp? {
        let next = try lines.read()
        var start: Timestamp?
        while let line = try next() {
            if line.kind == .lost || line.kind == .import || reverts(line, before: revision) {
                throw HostError(
                    .schema,
                    "\(path), line \(line.place): found the entry \"\(line.kind.rawValue)\", which no scenario can tell"
                )
            }
            guard let range = line.draws else { continue }
            line.read(range) { drawn in
                drawn.forEachElement { drawn in
                    if let id = drawn["uuid"]?.string {
                        let other = JSONWriter()
                        UUID(high: 0, low: UInt64(ids.count)).write(to: other)
                        ids[Array(id.utf8)] = Array(other.bytes.dropFirst().dropLast())
                    }
                    guard start == nil, let date = drawn["date"] else { return }
                    start = (try? Timestamp(reading: date))?.advanced(byNanoseconds: -(line.time ?? 0))
                }
            }
        }
        return start
    }

    /// Returns whether an entry undoes or redoes changes of an earlier opening.
    private func reverts(_ line: RecordedLine, before revision: Int64) -> Bool {
        guard line.kind == .undo || line.kind == .redo else { return false }
        return line.read(line.value) { range in (range["from"]?.integer ?? 0) < revision } ?? false
    }

    private func write(
        to writer: JSONWriter, _ config: JSONReader?, _ state: [UInt8], _ date: Timestamp?, isGiven: Bool
    ) {
        writer.writeObject {
            if !isGiven { writer.writeProperty("clock") { writer.write("virtual") } }
            for key in Config.CodingKeys.allCases where key.isRecorded && key != .clock && key != .with {
                if let value = config?[key.rawValue] { writer.writeProperty(key.rawValue) { writer.write(value) } }
            }
            let with = config?["with"]
            writer.writeProperty("with") {
                writer.writeObject {
                    with?.forEachMember { (key, value) throws(Never) in
                        writer.writeProperty(key) { writer.write(value) }
                    }
                    if with?["date"] == nil, let date {
                        writer.writeProperty("date") { date.write(to: writer) }
                    }
                    if with?["uuid"] == nil {
                        writer.writeProperty("uuid") { writer.write(literal: #"{"counting":{}}"#) }
                    }
                    if with?["random"] == nil { writer.writeProperty("random") { writer.write(0) } }
                }
            }
            writer.writeProperty("state") { write(state, to: writer) }
        }
    }

    /// Writes the state with its version, so that later versions of the app can migrate it.
    private func write(_ state: [UInt8], to writer: JSONWriter) {
        guard let schema, state.first == UInt8(ascii: "{") else {
            return state.withUnsafeBytes { writer.write(raw: $0) }
        }
        writer.write(literal: "{")
        writer.write(StateUpgrade.key)
        writer.write(literal: ":")
        writer.write(Int(schema))
        if state.count > 2 { writer.write(literal: ",") }
        state.withUnsafeBytes { writer.write(raw: UnsafeRawBufferPointer(rebasing: $0[1...])) }
    }

    /// Returns a message with the scenario's ids.
    func renamed(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard !ids.isEmpty || effects != nil else { return Array(text) }
        var (result, position) = ([UInt8](), text.startIndex)
        result.reserveCapacity(text.count)
        while position < text.endIndex {
            let rest = text[position...]
            // Ids stand in quotes.
            if rest.first == UInt8(ascii: "\"") {
                if let effects, rest.starts(with: effects) {
                    result += Array("\"e1-".utf8)
                    position += effects.count
                    continue
                }
                if rest.count > 37, rest.dropFirst(37).first == UInt8(ascii: "\""),
                    let id = ids[lowercased(rest.dropFirst().prefix(36))]
                {
                    result += [UInt8(ascii: "\"")] + id + [UInt8(ascii: "\"")]
                    position += 38
                    continue
                }
            }
            result.append(text[position])
            position += 1
        }
        return result
    }

    private func lowercased(_ text: ArraySlice<UInt8>) -> [UInt8] {
        text.map { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) ? $0 | 0x20 : $0 }
    }

    /// Writes the file.
    ///
    /// - Parameters:
    ///   - steps: the steps before the last one.
    ///   - end: writes the last step.
    func write(_ steps: JSONWriter, end: (JSONWriter) throws -> Void) throws -> JSONWriter {
        let writer = JSONWriter(capacity: steps.count + 1024)
        let name = String(decoding: path.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
        writer.write(literal: "{\n  \"name\": ")
        writer.write("what was recorded in \(name)")
        writer.write(literal: ",\n  \"app\": ")
        writer.write(app)
        writer.write(literal: ",\n  \"given\": ")
        writer.write(raw: given.bytes)
        writer.write(literal: ",\n  \"steps\": [")
        writer.write(raw: steps.bytes)
        writer.write(literal: steps.count > 0 ? ",\n    " : "\n    ")
        try end(writer)
        writer.write(literal: "\n  ]\n}\n")
        return writer
    }
}
