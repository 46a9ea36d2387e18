import Adit
import AditJSON

// The story as the host: it expects requests, and replies.

extension ModuleTest {
    /// Expects a request to a gateway as the next one.
    ///
    /// In a ``relaxed`` story, there may be other requests before it.
    public func THEN<Request, Reply>(
        _ gateway: HostGateway<Request, Reply>, isAsked request: Request, fileID: StaticString = #fileID,
        file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        asked(gateway.name, request, at: TestPlace(fileID: fileID, filePath: file, line: line, column: column))
    }

    /// Expects a request for the items of a source as the next one.
    public func THEN<Request, Item>(
        _ source: HostSource<Request, Item>, isAsked request: Request, fileID: StaticString = #fileID,
        file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        asked(source.name, request, at: TestPlace(fileID: fileID, filePath: file, line: line, column: column))
    }

    /// Expects that a request to a gateway is cancelled, because its effect is cancelled or its timeout has passed.
    public func THEN(
        isCancelled gateway: any DescribedGateway, fileID: StaticString = #fileID, file: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> Self {
        let name = gateway.name
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(
            StoryStep(.then, { "the request to \"\(name)\" is cancelled" }, at: place) { bench in
                bench.cancellations.remove(isRelaxed: bench.isRelaxed, "\"\(name)\"") { $0.gateway == name }
            })
    }

    /// Replies to the oldest pending request of a gateway.
    public func WHEN<Request, Reply>(
        _ gateway: HostGateway<Request, Reply>, replies reply: Reply, fileID: StaticString = #fileID,
        file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return answered(
            gateway.name,
            Answer(verb: "replies", key: "result") { masks throws(CodingFailure) in try json(of: reply, masks) },
            at: place)
    }

    /// Replies to the oldest pending request of a gateway with an error.
    public func WHEN<Request, Reply>(
        _ gateway: HostGateway<Request, Reply>, fails error: some WireCodable, fileID: StaticString = #fileID,
        file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return answered(
            gateway.name,
            Answer(verb: "fails with", key: "error") { masks throws(CodingFailure) in try json(of: error, masks) },
            at: place)
    }

    /// Sends an item of a source; more may follow.
    public func WHEN<Request, Item>(
        _ source: HostSource<Request, Item>, sends item: Item, fileID: StaticString = #fileID,
        file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return answered(
            source.name,
            Answer(
                verb: "sends", key: "result", write: { masks throws(CodingFailure) in try json(of: item, masks) },
                hasMore: true),
            at: place)
    }

    /// Ends a source.
    public func WHEN<Request, Item>(
        ends source: HostSource<Request, Item>, fileID: StaticString = #fileID, file: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return answered(source.name, Answer(verb: "ends", key: nil) { _ in "" }, at: place)
    }
}

/// A reply of a gateway.
private struct Answer {
    /// The verb for the log.
    let verb: String
    /// `result` or `error`; nil for the end of a source.
    let key: String?
    /// Returns its value as JSON; for the log, with masks in place of secrets.
    let write: (_ masksSecrets: Bool) throws(CodingFailure) -> String
    /// Whether another reply may follow.
    var hasMore = false
}

/// Returns a value as JSON.
private func json(of value: some WireCodable, _ masksSecrets: Bool) throws(CodingFailure) -> String {
    let writer = JSONWriter()
    writer.masksSecrets = masksSecrets
    try encodeWire(value, to: writer)
    return writer.text
}

extension ModuleTest {
    private func asked(_ gateway: String, _ request: some WireCodable, at place: TestPlace) -> Self {
        var (text, shown, failure) = ("", "", CodingFailure?.none)
        do throws(CodingFailure) {
            (text, shown) = (try json(of: request, false), try json(of: request, true))
        } catch {
            failure = error
        }
        return adding(
            StoryStep(.then, { [shown] in "\"\(gateway)\" is asked \(shortened(shown))" }, at: place) {
                [text, shown, failure] bench in
                if let failure { return ["the request cannot be written: \(failure)"] }
                return bench.requests.remove(isRelaxed: bench.isRelaxed, "\"\(gateway)\" \(shown)") {
                    $0.gateway == gateway && $0.request.utf8.elementsEqual(text.utf8)
                }
            })
    }

    private func answered(_ gateway: String, _ answer: Answer, at place: TestPlace) -> Self {
        let title = {
            let shown = (try? answer.write(true)) ?? ""
            return "\"\(gateway)\" \(answer.verb)" + (shown.isEmpty ? "" : " \(shortened(shown))")
        }
        return adding(
            StoryStep(.when, title, at: place) { bench in
                do throws(CodingFailure) {
                    let text = try answer.write(false)
                    let reply = answer.key.map { "{\"\($0)\":\(text)}" } ?? "{}"
                    return bench.reply(gateway, reply, more: answer.hasMore)
                } catch {
                    return ["the answer cannot be written: \(error)"]
                }
            })
    }
}
