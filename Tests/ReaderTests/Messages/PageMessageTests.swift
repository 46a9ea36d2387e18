import Adit
import AditJSON
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
        let writer = JSONWriter()
        try encodeWire(Message.page(page), to: writer)
        #expect(writer.text == #"{"page":\#(json)}"#)
        let read = try JSONDocument(parsing: writer.text).withRoot { try decodeWire(Message.self, from: $0) }
        #expect(read == .page(page))
    }
}
