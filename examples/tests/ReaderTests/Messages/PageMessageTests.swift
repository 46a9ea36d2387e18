import Adit
import Support
import Testing

@testable import ReaderCore

@Suite struct PageMessageTests {
    private static let page = #"{"url":"/a","body":"text","fetched":"2026-11-21T09:30:00Z"}"#

    @Test(
        arguments: [
            (.request(.open(url: "/a")), #"{"request":{"open":{"url":"/a"}}}"#),
            (.request(.refresh(url: "/a")), #"{"request":{"refresh":{"url":"/a"}}}"#),
            (.request(.cancel(url: "/a")), #"{"request":{"cancel":{"url":"/a"}}}"#),
            (.request(.forget(url: "/a")), #"{"request":{"forget":{"url":"/a"}}}"#),
            (
                .response(.wasOpened(page: .of("/a"), from: .cache)),
                #"{"response":{"wasOpened":{"page":\#(page),"from":"cache"}}}"#
            ),
            (
                .response(.wasNotOpened(url: "/a", error: .status(404))),
                #"{"response":{"wasNotOpened":{"url":"/a","error":{"status":404}}}}"#
            ),
            (.response(.wasJoined(url: "/a")), #"{"response":{"wasJoined":{"url":"/a"}}}"#),
            (
                .response(.wasNotCancelled(url: "/a", error: .notOpening)),
                #"{"response":{"wasNotCancelled":{"url":"/a","error":{"notOpening":{}}}}}"#
            ),
            (.response(.wasForgotten(url: "/a")), #"{"response":{"wasForgotten":{"url":"/a"}}}"#),
        ] as [(Message._Page, String)])
    func messagesOnTheWire(page: Message._Page, json: String) throws {
        let text = #"{"page":\#(json)}"#
        #expect(try encoded(Message.page(page)) == text)
        #expect(try decoded(from: text) == Message.page(page))
    }
}
