import Adit
import AditCodable
import Testing

@testable import ProfileCore

@Suite struct AnalyticsProviderTests {
    private struct Crash: Error, CustomStringConvertible { let description = "it broke" }

    private func middleware(_ when: When, _ next: (When) throws -> Void) rethrows {
        try AnalyticsProvider.analyticsAndCrashReportMiddleware(when: when, next: next)
    }

    @Test func W10_W11_anEventHasTheNameAndTheValuesOfAWhen() throws {
        // WHEN
        let event: AnalyticsProvider.AnalyticsEvent = try AnalyticsProvider.buildAnalyticsEvent(
            when: When.userTypesNewEmail(userEmail: "a@b"))
        // THEN
        #expect(event.name == "userTypesNewEmail")
        #expect(event.parameters == ["userEmail": .string("a@b")])
        // AND one without values has none
        let tap = try AnalyticsProvider.buildAnalyticsEvent(when: MyViewModel.When.userTapsChangeEmailButton)
        #expect(tap.name == "userTapsChangeEmailButton")
        #expect(tap.parameters == [:])
    }

    @Test func W13_whatIsToldToAnalyticsIsCodable() {
        // GIVEN something that takes what is `Codable` and knows of nothing else
        func isCodable<T: Codable>(_: T.Type) -> Bool { true }
        func isCodable<T: AnalyticsWhen>(when _: T.Type) -> Bool { isCodable(T.self) }
        // THEN whatever adopts `AnalyticsWhen` may be given to it
        #expect(isCodable(when: When.self))
        #expect(isCodable(when: MyViewModel.When.self))
    }

    @Test func W12_analyticsIsToldFirstAndThenItHappens() {
        // GIVEN
        let platforms = Platforms()
        var told: [String]?
        // WHEN
        platforms.use { middleware(.userTapsChangeEmailButton) { _ in told = platforms.told } }
        // THEN
        #expect(told == ["userTapsChangeEmailButton {}"])
        #expect(platforms.told == told)
    }

    @Test func W12_whatIsThrownIsReportedAndThrownOn() {
        // GIVEN
        let platforms = Platforms()
        // WHEN
        #expect(throws: Crash.self) {
            try platforms.use { try middleware(.userTapsChangeEmailButton) { _ in throw Crash() } }
        }
        // THEN
        #expect(platforms.told == ["userTapsChangeEmailButton {}", "error: it broke"])
    }

    @Test func W12_analyticsIsBestEffort() {
        // GIVEN a platform that fails, and a When that has no form on the wire
        struct Unspeakable: AnalyticsWhen, Equatable {
            let number = Double.nan
            init() {}
            init(from _: any Decoder) {}
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(number)
            }
        }
        let platforms = Platforms(refusesEvents: true)
        var handled = 0
        // WHEN
        platforms.use {
            middleware(.userTapsChangeEmailButton) { _ in handled += 1 }
            AnalyticsProvider.analyticsAndCrashReportMiddleware(when: Unspeakable()) { _ in handled += 1 }
        }
        // THEN
        #expect(handled == 2)
        // AND nothing is reported, unless somebody asks for the reason
        #expect(platforms.told == [])
        var reasons: [String] = []
        AditCodable.analyticsAndCrashReportMiddleware(
            when: Unspeakable(), analytics: { _ in }, crashReporting: { _ in }, unencodable: { reasons.append("\($0)") }
        ) { _ in handled += 1 }
        #expect(handled == 3)
        #expect(reasons.count == 1)
    }

    @Test func W9_middlewareTransformsWhatItForwards() throws {
        // GIVEN
        var forwarded: [When] = []
        // WHEN
        for when in [
            When.userTypesNewEmail(userEmail: " a@b\n"), .userTypesNewEmail(userEmail: " "), .userTapsChangeEmailButton,
        ] {
            try trimmingMiddleware(when) { forwarded.append($0) }
        }
        // THEN
        #expect(
            forwarded == [
                .userTypesNewEmail(userEmail: "a@b"), .userTypesNewEmail(userEmail: ""), .userTapsChangeEmailButton,
            ])
    }
}
