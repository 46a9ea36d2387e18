import Testing

@testable import TodoCore

@Suite struct AppReviewMessageTests {
    @Test func R7_appReviewMessagesOnTheWire() throws {
        #expect(try read(#"{"appReview":{"requestReview":{}}}"#) == Message.appReview(.requestReview))
        #expect(try write(Message.appReview(.requestReview)) == #"{"appReview":{"requestReview":{}}}"#)
    }
}
