import AditSQLite
import Glibc
import TestSupport
import Testing

@testable import Adit
@testable import AditHost
@testable import AditReplay

/// GIVEN a store with pending durable requests and timers.
@Suite struct DurableEffectTests {
    private func stored<S: State>(_ app: App<S, ErrandsMessage>, at path: String) throws -> RecordedCore {
        try RecordedCore(of: app, #","clock":"virtual","store":{"path":"\#(path)","durability":"normal"}"#)
    }

    private func reply(_ id: String, _ text: String) -> String {
        #"{"@reply":{"effect":"\#(id)","result":"\#(text)"}}"#
    }

    private func remove(_ path: String) { for suffix in ["", "-wal", "-shm", "-head"] { unlink(path + suffix) } }

    @Test func `WHEN a later opening answers them THEN recordings and the journal replay alike`() throws {
        let path = temporaryPath()
        defer { remove(path) }
        let first = try stored(errandsApp(), at: path)
        try first.send(#"{"fetch":"milk","@id":7}"#, #"{"fetch":"bread"}"#, #"{"remind":{"_0":"tea","after":60}}"#)
        try first.send(reply("e1-2", "one"))
        first.close()
        // WHEN
        let second = try stored(errandsApp(), at: path)
        try second.send(#"{"@advance":{"by":1000}}"#)
        #expect(
            second.heard.contains(#"{"@effect":{"id":"e1-1","gateway":"host","request":"milk"},"@id":7}"#),
            "\(second.heard)")
        try second.send(reply("e1-1", "two"), #"{"@advance":{"by":60000}}"#, #"{"fetch":"rum"}"#)
        second.close()
        // THEN
        #expect(second.heard.contains(#"{"wasNoted":"milk: two","@id":7}"#), "\(second.heard)")
        #expect(second.heard.contains(#"{"wasNoted":"tea"}"#), "\(second.heard)")
        for core in [first, second] {
            let report = try replay(errandsApp(), of: core.path)
            #expect(report.difference == nil, "\(report)")
            #expect(report.isComplete)
        }
        let report = try replay(errandsApp(), of: path)
        #expect(report.difference == nil, "\(report)")
        #expect(report.messages == 4)
        #expect(report.revision == second.revision)
    }

    @Test func `WHEN a recording has lost a pending request THEN its replay shows the first difference`() throws {
        let path = temporaryPath()
        defer { remove(path) }
        let first = try stored(errandsApp(), at: path)
        try first.send(#"{"fetch":"milk"}"#)
        first.close()
        let second = try stored(errandsApp(), at: path)
        try second.send(reply("e1-1", "two"))
        second.close()
        // WHEN
        #expect(try second.lines()[0].contains(#""pending":{"@effect/"#))
        let report = try replay(deafErrandsApp(), of: second.path)
        // THEN
        #expect(report.difference != nil, "\(report)")
    }

    @Test func `WHEN the state has migrated THEN they are asked again, and their answers have the new form`() throws {
        let path = temporaryPath()
        defer { remove(path) }
        let first = try stored(errandsApp(), at: path)
        try first.send(#"{"fetch":"milk"}"#, #"{"fetch":"bread"}"#, #"{"remind":{"_0":"tea","after":60}}"#)
        try first.send(reply("e1-2", "one"))
        first.close()
        // WHEN
        let second = try stored(newErrandsApp(), at: path)
        try second.send(reply("e1-1", "two"), #"{"@advance":{"by":60000}}"#)
        // THEN
        #expect(second.heard.contains(#"{"@effect":{"id":"e1-1","gateway":"host","request":"milk"}}"#))
        #expect(try second.exported == #"{"@schema":2,"done":["bread: one","milk: two","tea"]}"#)
        second.close()
    }

    @Test func `WHEN a migration edits them THEN they have the new form`() throws {
        let path = temporaryPath()
        defer { remove(path) }
        let first = try stored(errandsApp(), at: path)
        try first.send(#"{"fetch":"milk"}"#, #"{"fetch":"bread"}"#)
        try first.send(#"{"remind":{"_0":"tea","after":60}}"#, #"{"remind":{"_0":"rum","after":60}}"#)
        first.close()
        // WHEN
        let app = newErrandsApp { rows in
            try rows.updateTimers { id, message in
                guard id == "tea", message == .object(["note": .string("tea")]) else { return nil }
                return .object(["note": .string("green tea")])
            }
            try rows.updateRequests(of: "host") { $0 == .string("bread") ? nil : .string("oat milk") }
            try rows.updateRequests(of: "other") { _ in nil }
        }
        let second = try stored(app, at: path)
        try second.send(reply("e1-1", "two"), #"{"@advance":{"by":60000}}"#)
        // THEN
        #expect(
            second.heard.filter { $0.contains("@effect") } == [
                #"{"@effect":{"id":"e1-1","gateway":"host","request":"oat milk"}}"#
            ])
        #expect(try second.exported == #"{"@schema":2,"done":["oat milk: two","green tea"]}"#)
        second.close()
    }

    @Test func `WHEN a recording that begins with some is replayed by a later version THEN they are migrated`() throws {
        let path = temporaryPath()
        defer { remove(path) }
        let first = try stored(errandsApp(), at: path)
        try first.send(#"{"fetch":"milk"}"#)
        first.close()
        let second = try stored(errandsApp(), at: path)
        try second.send(reply("e1-1", "two"))
        #expect(second.heard.last == #"{"wasNoted":"milk: two"}"#)
        second.close()
        // WHEN the connection has another name
        let app = newErrandsApp(as: "errands") { try $0.renameRequests(of: "host", to: "errands") }
        // THEN
        let report = try replay(app, of: second.path)
        #expect(report.difference == nil && report.migratedFrom == 1, "\(report)")
        #expect(try replay(newErrandsApp(as: "errands"), of: second.path).difference != nil)
    }

    @Test func `WHEN a child core has some THEN it is built at the opening, and hears the answer`() throws {
        let path = temporaryPath()
        defer { remove(path) }
        let first = try stored(errandsApp(), at: path)
        try first.send(#"{"openDesk":{}}"#, #"{"desk":{"fetch":"ink"}}"#)
        try first.send(#"{"desk":{"remind":{"_0":"lunch","after":60}}}"#, #"{"fetch":"milk"}"#)
        first.close()
        // WHEN
        let second = try stored(errandsApp(), at: path)
        try second.send(#"{"@advance":{"by":0}}"#)
        #expect(
            second.heard.filter { $0.contains("@effect") } == [
                #"{"@effect":{"id":"e1-1","gateway":"host","request":"ink"}}"#,
                #"{"@effect":{"id":"e1-2","gateway":"host","request":"milk"}}"#,
            ])
        try second.send(reply("e1-1", "blue"), #"{"@advance":{"by":60000}}"#)
        // THEN
        #expect(try second.exported == #"{"@schema":1,"notes":[],"desk":{"notes":["ink: blue","lunch"]}}"#)
        second.close()
        for core in [first, second] {
            let report = try replay(errandsApp(), of: core.path)
            #expect(report.difference == nil, "\(report)")
        }
    }

    @Test func `WHEN a child core ends THEN its own are cancelled, and no others`() throws {
        let path = temporaryPath()
        defer { remove(path) }
        let first = try stored(errandsApp(), at: path)
        try first.send(#"{"openDesk":{}}"#, #"{"desk":{"fetch":"ink"}}"#, #"{"fetch":"milk"}"#)
        try first.send(#"{"desk":{"remind":{"_0":"lunch","after":60}}}"#)
        // WHEN
        try first.send(#"{"closeDesk":{}}"#)
        #expect(first.heard.contains(#"{"@cancel":{"effect":"e1-1"}}"#), "\(first.heard)")
        try first.send(#"{"openDesk":{}}"#)
        first.close()
        // THEN
        let second = try stored(errandsApp(), at: path)
        try second.send(reply("e1-1", "blue"), #"{"@advance":{"by":60000}}"#)
        #expect(
            second.heard.filter { $0.contains("@effect") } == [
                #"{"@effect":{"id":"e1-2","gateway":"host","request":"milk"}}"#
            ])
        #expect(try second.exported == #"{"@schema":1,"notes":[],"desk":{"notes":[]}}"#)
        second.close()
        let report = try replay(errandsApp(), of: path)
        #expect(report.difference == nil, "\(report)")
    }

    @Test func `WHEN the state is exported THEN they are not in it, and WHEN one is imported THEN they stay`() throws {
        let path = temporaryPath()
        defer { remove(path) }
        let first = try stored(errandsApp(), at: path)
        try first.send(#"{"fetch":"milk"}"#)
        #expect(try first.exported == #"{"@schema":1,"notes":[]}"#)
        // WHEN
        try first.put(#"{"@schema":1,"notes":["imported"]}"#)
        first.close()
        // THEN
        let second = try stored(errandsApp(), at: path)
        try second.send(reply("e1-1", "two"))
        #expect(second.heard.first == #"{"@effect":{"id":"e1-1","gateway":"host","request":"milk"}}"#)
        #expect(try second.exported == #"{"@schema":1,"notes":["imported","milk: two"]}"#)
        second.close()
    }
}

/// A version of the app that drops the answers.
private func deafErrandsApp() -> App<ErrandsState, ErrandsMessage> {
    let host = HostGateway<String, String>("host")
    return App("errands", state: ErrandsState(), gateways: [host], durable: [.requests(to: host)]) { core in
        let host = core.durable(host) { _ in .openDesk }
        return [Feature { message in if case .fetch(let text) = message { try host.request(text) } }]
    }
}
