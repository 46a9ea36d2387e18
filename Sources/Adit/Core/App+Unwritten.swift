import AditJSON
import AditState

extension App {
    /// Returns an app whose messages and state have no wire format, so that no host can use it: for tests of single
    /// features and use cases, which still run in a core.
    ///
    /// - Parameters:
    ///   - gateways: the host's gateways that its features use.
    ///   - build: makes the features. It is called on the thread that makes the core only.
    package static func unwritten(
        _ name: String, state: S, gateways: [any DescribedGateway],
        build: @escaping (CoreBuilder<S, Message>) -> [Feature<Message>]
    ) -> App {
        // The core is made on the caller's thread.
        nonisolated(unsafe) let (state, build) = (state, build)
        return App(
            name, version: "1", schemaVersion: 1, migrations: [], types: .unwritten(), gateways: gateways,
            makeState: { state }, build: { build($0) })
    }
}

extension AppTypes {
    /// Types without a wire format.
    fileprivate static func unwritten() -> AppTypes {
        AppTypes(
            UnwrittenMessages<Message>.self, coding: .unwritten(Message.self),
            readState: { _ throws(CodingFailure) in throw .unwritten(S.self) }, stateCoding: .unwritten())
    }
}

extension MessageCoding {
    fileprivate static func unwritten<Message>(_: Message.Type) -> MessageCoding {
        MessageCoding(
            read: { _ throws(CodingFailure) in throw .unwritten(Message.self) },
            readIncoming: { _ throws(CodingFailure) in throw .unwritten(Message.self) },
            write: { _, _ throws(CodingFailure) in throw .unwritten(Message.self) }, casePath: { _ in "" },
            direction: { _ in .both })
    }
}

extension StateCoding {
    fileprivate static func unwritten() -> StateCoding {
        StateCoding(
            write: { _, _ throws(CodingFailure) in throw .unwritten(S.self) },
            writePart: { _, _, _ throws(CodingFailure) in .nothing }, isWhole: true,
            visitParts: { _, _ throws(CodingFailure) in throw .unwritten(S.self) },
            read: { _ throws(CodingFailure) in throw .unwritten(S.self) })
    }
}

extension CodingFailure {
    fileprivate static func unwritten<T>(_: T.Type) -> CodingFailure {
        CodingFailure(path: "", reason: "values of the type \(T.self) have no form on the wire")
    }
}
