import Support
import Testing

@testable import TodoCore

@Suite struct AppReviewMessageTests {
    @Test func R7_appReviewMessagesOnTheWire() throws {
        #expect(try decoded(from: #"{"appReview":{"requestReview":{}}}"#) == Message.appReview(.requestReview))
        #expect(try encoded(Message.appReview(.requestReview)) == #"{"appReview":{"requestReview":{}}}"#)
    }
}
