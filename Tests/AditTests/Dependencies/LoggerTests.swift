import Adit
import Testing

private struct Model {
    @Dependency(\.logger) var logger
}

/// GIVEN a core that brings a logger WHEN something is logged in it THEN the core has it, line by line.
@Suite struct LoggerTests {
    private let log = Log<LogLine>()

    private func logger(level: Logger.Level = .info, provider: Logger.MetadataProvider? = nil) -> Logger {
        Logger(label: "core") { [log] _ in
            var handler = CoreLogHandler(logLevel: level) { log.add($0) }
            handler.metadataProvider = provider
            return handler
        }
    }

    @Test func aLineHasAllThatWasSaid() throws {
        // WHEN
        let line = #line + 2
        inCore(bringing: { $0.logger = logger() }) { _ in
            Model().logger.notice("saved", metadata: ["items": "3", "by": "a"])
        }
        // THEN
        let told = try #require(log.entries.first)
        #expect(told.level == .notice)
        #expect(told.message == "saved")
        #expect(told.metadata.map { "\($0.key)=\($0.value)" } == ["by=a", "items=3"])
        #expect(told.place == "AditTests/LoggerTests.swift:\(line)")
        #expect(log.entries.count == 1)
    }

    @Test func linesBelowTheLevelAreNotMade() {
        // GIVEN
        var logger = logger(level: .warning)
        // WHEN
        logger.info("not told")
        logger.logLevel = .trace
        logger.trace("told")
        // THEN
        #expect(log.entries.map(\.message) == ["told"])
    }

    @Test func theLineItselfSaysMoreThanItsLogger() throws {
        // GIVEN
        var logger = logger(provider: Logger.MetadataProvider { ["b": "provided", "c": "provided"] })
        logger[metadataKey: "a"] = "logger's"
        logger[metadataKey: "b"] = "logger's"
        // WHEN
        logger.info("x", metadata: ["c": "line's", "d": ["nested", "list"]])
        // THEN
        let told = try #require(log.entries.first).metadata.map { "\($0.key)=\($0.value)" }
        #expect(told == ["a=logger's", "b=provided", "c=line's", #"d=["nested", "list"]"#])
        #expect(logger[metadataKey: "a"] == "logger's")
    }

    @Test func anErrorIsTold() throws {
        struct Torn: Error, CustomStringConvertible { let description = "torn page" }
        // WHEN
        logger().error("not saved", error: Torn())
        // THEN
        #expect(log.entries.first?.metadata.map { "\($0.key)=\($0.value)" } == ["error=torn page"])
    }
}
