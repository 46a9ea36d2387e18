import Adit
import AditJSON
import AditState

extension ModuleTest {
    /// Expects that a view of the app, or a part of a view, has a value: the one that a host reads below `/view`.
    ///
    /// ```swift
    /// .THEN(view: "openCount", is: 2)
    /// .THEN(view: "open/ids", is: [milk.id])
    /// ```
    ///
    /// - Parameters:
    ///   - path: the view's name, followed by the path of a part, as in a JSON Pointer.
    ///   - expectedValue: the value.
    public func THEN<V: WireCodable & Equatable>(
        view path: String, is expectedValue: V, fileID: StaticString = #fileID, file: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(
            StoryStep(.then, { "the view \(path) is \(valueTitle(expectedValue))" }, at: place) { bench in
                do {
                    let found = try bench.readView(path, as: V.self)
                    if found == expectedValue { return [] }
                    let text = difference(expectedValue, found)
                    return ["the view \(path) is another one (- expected, + found):\n\(text)"]
                } catch {
                    return ["the view \(path) cannot be read: \(error)"]
                }
            })
    }
}

extension ModuleBench {
    /// Reads a view, or a part of one, as a host does.
    fileprivate func readView<V: WireCodable>(_ path: String, as _: V.Type) throws -> V {
        guard let pointer = JSONPointer("/view/" + path) else {
            throw CodingFailure(path: "", reason: "\"/view/\(path)\" is no JSON Pointer")
        }
        core.loop.environment.enter()
        defer { core.loop.environment.leave() }
        let text = JSONWriter()
        guard try core.reading.write(PartPath(pointer), to: text) != .nothing else {
            throw core.reading.failure(at: pointer)
                ?? CodingFailure(path: pointer.description, reason: "there is no such part now")
        }
        return try JSONReader.read(text.bytes, as: "a view that is") { (reader) throws(CodingFailure) in
            try V(reading: reader)
        }
    }
}
