import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AditJSON

/// GIVEN threads that parse texts WHEN one reads several at once, or several read at once THEN no text is parsed into
/// another's memory.
struct TapeMemoryTests {
    @Test func `a text that is parsed while another is read has separate memory`() throws {
        let read = try parsed("[1,2,3]") { outer throws(JSONSyntaxError) in
            let inner = try parsed(#"{"a":["x","y"]}"#) { inner throws(JSONSyntaxError) in
                // Both tapes are taken; the third is one more.
                try parsed("[[[]]]") { _ in "\(integers(outer)) \(inner.keys)" }
            }
            return "\(inner) \(integers(outer))"
        }
        #expect(read == #"[1, 2, 3] ["a"] [1, 2, 3]"#)
    }

    @Test func `a thread uses its memory again, and another thread has other memory`() {
        let first = acquired()
        #expect(first != nil)
        #expect(acquired() == first)
        let found = Mutex<[Int?]>([])
        Threads.run(2) { _ in
            let addresses = (acquired(), acquired())
            found.withLock { $0 += [addresses.0, addresses.1] }
        }
        found.withLock { found in
            #expect(found.count == 4)
            #expect(!found.contains(nil))
            #expect(!found.contains(first))
        }
    }

    @Test func `threads that parse at once read what they were given`() {
        let wrong = Atomic<Int>(0)
        Threads.run(4) { thread in
            for round in 0..<2000 {
                let numbers = (0..<20).map { thread * 1_000_000 + round * 100 + $0 }
                let read = try? parsed("\(numbers)") { integers($0) }
                if read != numbers { wrong.add(1, ordering: .relaxed) }
            }
        }
        #expect(wrong.load(ordering: .relaxed) == 0)
    }
}

/// The address of the thread's memory, which is returned at once.
private func acquired() -> Int? {
    guard let memory = TapeMemory.acquire() else { return nil }
    TapeMemory.release(memory)
    return Int(bitPattern: memory)
}

private func parsed<R>(
    _ text: String, _ body: (JSONValue) throws(JSONSyntaxError) -> R
) throws(JSONSyntaxError) -> R {
    let bytes = Array(text.utf8)
    let read = bytes.withUnsafeBytes { bytes in
        Result { () throws(JSONSyntaxError) in try BorrowedDocument(parsing: bytes, depth: 8).withRoot(body) }
    }
    return try read.get()
}

private func integers(_ value: JSONValue) -> [Int] { (0..<value.count).map { Int(value[$0]?.integer ?? -1) } }
