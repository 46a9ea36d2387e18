import AditHost
import AditSQLite
import Glibc
import Testing

@testable import Adit
@testable import AditReplay

/// GIVEN an app whose path depends on its secrets WHEN it is recorded THEN it replays alike, without them.
@Suite struct SecretReplayTests {
    private func remove(_ path: String) { for suffix in ["", "-wal", "-shm", "-head"] { unlink(path + suffix) } }

    /// Records a session with a store, and replays the recording and the store.
    private func replayed(_ messages: [String]) throws -> (core: RecordedCore, lines: [String]) {
        let path = temporaryPath()
        defer { remove(path) }
        let core = try RecordedCore(of: bankApp(), #","store":{"path":"\#(path)","durability":"normal"}"#)
        for message in messages { try core.send(message) }
        core.close()
        for file in [core.path, path] {
            let report = try replay(bankApp(), of: file)
            #expect(report.difference == nil)
            #expect(report.isComplete)
        }
        return (core, try core.lines())
    }

    @Test func `WHEN a secret is checked THEN its replay takes the same path`() throws {
        // WHEN one is valid, and one is not
        let (core, lines) = try replayed([
            #"{"pay":{"iban":"DE89370400440532013000","cents":700}}"#,
            #"{"pay":{"iban":"DE00370400440532013000","cents":1}}"#,
        ])
        // THEN
        #expect(
            core.heard == [
                #"{"wasPaid":{"cents":700}}"#, #"{"wasNotPaid":{"reason":"the account number is invalid"}}"#,
            ])
        #expect(lines.contains { $0.contains(#""draws":[{"check":true}]"#) })
        #expect(lines.contains { $0.contains(#""draws":[{"check":false}]"#) })
        #expect(!lines.contains { $0.contains("DE89") || $0.contains("DE00") })
    }

    @Test func `WHEN secrets are compared by a check THEN their replay takes the same path`() throws {
        let (core, lines) = try replayed([
            #"{"setPIN":"1234"}"#, #"{"enterPIN":"1234"}"#, #"{"enterPIN":"4321"}"#,
        ])
        #expect(core.heard == [#"{"wasUnlocked":{}}"#, #"{"wasNotUnlocked":{}}"#])
        #expect(!lines.contains { $0.contains("1234") || $0.contains("4321") })
    }

    @Test func `WHEN the app checks what it did not check before THEN the replay shows the difference`() throws {
        let core = try RecordedCore(of: bankApp())
        try core.send(#"{"setPIN":"1234"}"#)
        core.close()
        let report = try replay(bankApp(checksNewPINs: true), of: core.path)
        #expect(
            report.difference?.description.hasPrefix(
                #"line 2, entry 2: message: the entry: recorded: {"n":2,"message":{"setPIN":"***"},"time":"#) == true,
            "\(report)")
    }

    /// Messages with nulls, and their form in a recording.
    static let nulls = [
        (#"{"keep":{"list":null}}"#, #"{"keep":{"list":null}}"#),
        (#"{"keep":{"dictionary":null}}"#, #"{"keep":{"dictionary":null}}"#),
        (#"{"keep":{"optional":null,"lists":null}}"#, #"{"keep":{"optional":null,"lists":null}}"#),
        (#"{"keep":{"card":null}}"#, #"{"keep":{"card":null}}"#),
        // Where null may be a secret, it is masked.
        (#"{"keep":{"one":null,"any":null}}"#, #"{"keep":{"one":null,"any":"***"}}"#),
        (#"{"keepAny":null}"#, #"{"keepAny":null}"#),
    ]

    @Test(arguments: nulls)
    func `WHEN a null stands for a default THEN it is no secret, and replays alike`(
        _ message: String, _ recorded: String
    ) throws {
        let (core, lines) = try replayed([message])
        #expect(core.heard == [])
        #expect(lines.contains { $0.contains(#","message":\#(recorded),"time":"#) }, "\(lines)")
        #expect(!lines.contains { $0.contains("hunter") })
    }
}

/// GIVEN an app whose gateway answers with secrets.
@Suite struct SecretAnswerTests {
    /// Answers of the wrong shape, and a part of their error.
    static let answers = [
        ("5", "result: found the number 5"), (#""hunter""#, "result: found a string"),
        (#"["hunter"]"#, "result: found an array"),
        ("null", "result: found null"), ("true", "result: found true"), ("{}", #"missing key "token""#),
        (#"{"token":90210}"#, "found an invalid secret; a secret String is expected"),
        (#"{"token":{"hunter":1}}"#, "found an invalid secret; a secret String is expected"),
        (#"{"token":["hunter"]}"#, "found an invalid secret; a secret String is expected"),
        (#"{"token":null}"#, #"token"#), (#"{"token":"a","more":"hunter"}"#, #"unknown key "more""#),
    ]

    @Test(arguments: answers)
    func `WHEN an answer has the wrong shape THEN it replays alike`(_ answer: String, _ error: String) throws {
        let core = try RecordedCore(of: vaultApp())
        try core.send(#"{"userAsks":"hunter-question"}"#)
        let id = try #require(core.requests.last)
        try core.send(#"{"@reply":{"effect":"\#(id)","result":\#(answer)}}"#)
        core.close()
        // THEN
        #expect(
            core.heard.contains { $0.contains("@error") && $0.contains(error.replacing("\"", with: #"\""#)) },
            "\(core.heard)")
        let (lines, report) = (try core.lines(), try replay(vaultApp(), of: core.path))
        #expect(report.difference == nil, "\(report)")
        #expect(!lines.contains { $0.contains("hunter") || $0.contains("90210") }, "\(lines)")
    }
}

// MARK: - An app of a bank

@Message enum BankMessage: Equatable, Sendable {
    case pay(iban: Secret<String>, cents: Int)
    case setPIN(Secret<String>)
    case enterPIN(Secret<String>)
    case keep(BankSecrets)
    case keepAny(Secret<String>?)
    @Outgoing case wasPaid(cents: Int)
    @Outgoing case wasNotPaid(reason: String)
    @Outgoing case wasUnlocked
    @Outgoing case wasNotUnlocked
}

/// Secrets of each kind, with defaults.
@Model struct BankSecrets: Equatable, Sendable {
    var list: [Secret<String>] = [Secret("hunter-list")]
    var dictionary: [String: Secret<String>] = ["a": Secret("hunter-dictionary")]
    var optional: Secret<String>?
    var lists: [[Secret<String>]]?
    var card: BankCard = BankCard()
    var one: Secret<String> = Secret("hunter-one")
    var any: Secret<JSON> = Secret(.null)
}

@Model struct BankCard: Equatable, Sendable {
    var number = Secret("hunter-card")
}

@Model struct BankState: State, Equatable {
    var paid = 0
    var pin = Secret("")
    var secrets: BankSecrets?
    var any: Secret<String>?

    enum Change { case pay(Int), pin(Secret<String>), keep(BankSecrets), any(Secret<String>?) }

    mutating func apply(_ change: Change) {
        switch change {
        case .pay(let cents): paid += cents
        case .pin(let pin): self.pin = pin
        case .keep(let secrets): self.secrets = secrets
        case .any(let secret): any = secret
        }
    }
}

/// - Parameter checksNewPINs: whether a version checks what another one does not.
@Sendable func bankApp(checksNewPINs: Bool = false) -> App<BankState, BankMessage> {
    App("bank", state: BankState()) { core in
        let (store, output) = (core.store, core.output)
        return [
            Feature { message in
                switch message {
                case .pay(let iban, let cents):
                    guard iban.satisfies(isAccountNumber) else {
                        return output(.wasNotPaid(reason: "the account number is invalid"))
                    }
                    store.change(.pay(cents))
                    output(.wasPaid(cents: cents))
                case .setPIN(let pin):
                    if checksNewPINs, !pin.satisfies({ $0.count == 4 }) { return }
                    store.change(.pin(pin))
                case .enterPIN(let pin):
                    output(pin.satisfies { $0 == store.state().pin.value } ? .wasUnlocked : .wasNotUnlocked)
                case .keep(let secrets): store.change(.keep(secrets))
                case .keepAny(let secret): store.change(.any(secret))
                case .wasPaid, .wasNotPaid, .wasUnlocked, .wasNotUnlocked: break
                }
            }
        ]
    }
}

/// Whether a text is an IBAN: its number modulo 97 is 1.
@Sendable private func isAccountNumber(_ text: String) -> Bool {
    let moved = text.dropFirst(4) + text.prefix(4)
    var rest = 0
    for character in moved {
        guard let digit = Int(String(character), radix: 36) else { return false }
        rest = (digit > 9 ? rest * 100 + digit : rest * 10 + digit) % 97
    }
    return text.count > 4 && rest == 1
}
