import Adit
import AditTesting
import Testing

import class Foundation.FileManager

/// GIVEN a core of one feature WHEN messages come THEN it is a core like any other, alone and within another.
struct TinyCoreTests {
    @Test func `R20: a core of one feature counts`() {
        GIVEN(clickApp())
            .WHEN(.click).THEN(.wasClicked(times: 1)).THEN(\.times, is: 1)
            .WHEN(.click).THEN(.wasClicked(times: 2)).THEN(\.times, is: 2)
            .runTests()
    }

    @Test func `R20: it is written in under 30 lines`() throws {
        let path = "\(#filePath)".replacing("TinyCoreTests.swift", with: "TinyCore.swift")
        let text = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 < 30)
        #expect(text.contains("App(\"click\""))
    }

    @Test func `W25: it is a child of a larger core`() {
        GIVEN(deskApp())
            .WHEN(.left(.click)).THEN(.left(.wasClicked(times: 1)))
            .WHEN(.right(.click)).THEN(.right(.wasClicked(times: 1)))
            .WHEN(.left(.click)).THEN(.left(.wasClicked(times: 2)))
            .THEN(\.left.times, is: 2)
            .THEN(\.right.times, is: 1)
            .runTests()
    }
}

@Message private enum Desk: Equatable {
    case left(Click)
    case right(Click)
}

@Model private struct DeskState: State {
    var left = Clicks()
    var right = Clicks()
    enum Change {}
    mutating func apply(_: Change) {}
}

private func deskApp() -> App<DeskState, Desk> {
    App("desk", state: DeskState()) { core in
        [
            core.scope(.left, clickApp(), state: \.left, message: Desk.left) {
                if case .left(let message) = $0 { message } else { nil }
            },
            core.scope(.right, clickApp(), state: \.right, message: Desk.right) {
                if case .right(let message) = $0 { message } else { nil }
            },
        ]
    }
}
