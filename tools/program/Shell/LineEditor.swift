import CEdit
import Glibc
import Synchronization

/// A prompt with editing, history and completion, by libedit. It waits for a key and for the core at the same time.
final class LineEditor {
    /// What a line begins with, in letters alone.
    var prompt = "> "
    /// Whether the prompt has colours.
    var hasColours = false
    /// Returns what may stand at the cursor: of the text before it, how many bytes each candidate replaces, and the
    /// candidates. One that ends with a space, `=`, `.` or `/` goes on as it is.
    var complete: (String) -> (replaced: Int, candidates: [String]) = { _ in (0, []) }
    /// The descriptor that is readable when there is something to do; nil if there is none.
    var descriptor: () -> Int32? = { nil }
    /// Does it, and returns what is to be written above the prompt.
    var handleWork: () -> String = { "" }

    private let edit: OpaquePointer
    private let history: OpaquePointer
    private let historyFile: String?
    /// The text that libedit borrows as its prompt.
    private var promptBytes = strdup("")
    private var isInterrupted = false

    /// Signals that are noticed at the next key.
    fileprivate static let signals = Atomic<Int32>(0)

    /// - Parameter historyFile: where earlier lines are, and are kept; nil: they are not kept.
    init?(historyFile: String?) {
        // Letters of any language are letters, also where no locale is set.
        if setlocale(LC_CTYPE, "C.UTF-8") == nil { setlocale(LC_CTYPE, "") }
        guard let history = edit_make_history(1000, historyFile ?? "/dev/null") else { return nil }
        self.historyFile = historyFile
        self.history = history
        let context = UnsafeMutablePointer<Unmanaged<LineEditor>?>.allocate(capacity: 1)
        context.initialize(to: nil)
        guard
            let edit = edit_make(
                context, history, { LineEditor.of($0)?.promptText },
                { edit, letter in LineEditor.of(edit)?.readLetter(letter) ?? 0 })
        else { return nil }
        self.edit = edit
        context.pointee = Unmanaged.passUnretained(self)
        edit_bind(edit, "^I", "adit-complete", "completes a word") { edit, _ in
            LineEditor.of(edit)?.completeWord() ?? UInt8(CC_ERROR)
        }
        edit_read_settings(edit)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { LineEditor.signals.store($0, ordering: .relaxed) }
        sigaction(SIGINT, &action, nil)
        sigaction(SIGWINCH, &action, nil)
    }

    /// Ends editing, and keeps the history.
    func close() {
        if let historyFile {
            _ = edit_save(history, historyFile)
            chmod(historyFile, 0o600)
        }
        el_end(edit)
        history_end(history)
        signal(SIGINT, SIG_DFL)
        signal(SIGWINCH, SIG_DFL)
    }

    /// What was read.
    enum Line {
        case text(String)
        /// ^C was pressed.
        case interrupted
        /// ^D was pressed, or the terminal is gone.
        case end
    }

    func readLine() -> Line {
        isInterrupted = false
        var count: Int32 = 0
        guard let line = el_gets(edit, &count), count > 0 else {
            try? File.write(isInterrupted ? "^C\n" : "\n", to: STDOUT_FILENO)
            return isInterrupted ? .interrupted : .end
        }
        var text = String(cString: line)
        while text.hasSuffix("\n") { text.removeLast() }
        return .text(text)
    }

    /// Adds a line to the history.
    func remember(_ line: String) { edit_remember(history, line) }

    // MARK: Callbacks of libedit

    private static func of(_ edit: OpaquePointer?) -> LineEditor? {
        guard let edit, let context = edit_client(edit) else { return nil }
        return context.assumingMemoryBound(to: Unmanaged<LineEditor>?.self).pointee?.takeUnretainedValue()
    }

    private var promptText: UnsafeMutablePointer<CChar>? {
        let text = hasColours ? "\u{1}\u{1B}[1;34m\u{1}\(prompt)\u{1}\u{1B}[0m\u{1}" : prompt
        free(promptBytes)
        promptBytes = strdup(text)  // until the next prompt
        return promptBytes
    }

    /// Waits for a letter; meanwhile the core goes on.
    private func readLetter(_ letter: UnsafeMutablePointer<wchar_t>?) -> Int32 {
        var bytes: [UInt8] = []
        while true {
            var files = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
            if bytes.isEmpty, let descriptor = descriptor() {
                files.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            }
            let count = poll(&files, nfds_t(files.count), -1)
            let signal = LineEditor.signals.exchange(0, ordering: .relaxed)
            if signal == SIGINT {
                isInterrupted = true
                return -1
            }
            if signal == SIGWINCH { el_resize(edit) }
            guard count > 0 else { continue }
            if files.count > 1, files[1].revents != 0 {
                let text = handleWork()
                if !text.isEmpty {
                    try? File.write("\r\u{1B}[J" + text, to: STDOUT_FILENO)
                    edit_refresh(edit)
                }
            }
            guard files[0].revents != 0 else { continue }
            var byte: UInt8 = 0
            let length = read(STDIN_FILENO, &byte, 1)
            // ^C has taken away what there was to read: that is no end.
            if length < 0, errno == EINTR { continue }
            guard length == 1 else { return bytes.isEmpty ? 0 : -1 }
            bytes.append(byte)
            if let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first {
                letter?.pointee = wchar_t(bitPattern: scalar.value)
                return 1
            }
            if bytes.count == 4 { bytes = [] }
        }
    }

    private func completeWord() -> UInt8 {
        guard let line = el_line(edit)?.pointee, let start = line.buffer, let cursor = line.cursor else {
            return UInt8(CC_ERROR)
        }
        let before = String(
            decoding: UnsafeRawBufferPointer(start: start, count: cursor - start), as: UTF8.self)
        let (replaced, candidates) = complete(before)
        guard let first = candidates.first else { return UInt8(CC_REFRESH_BEEP) }
        let common = candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        let written = String(before.utf8.suffix(replaced)) ?? ""
        if common.utf8.count > written.utf8.count || candidates.count == 1 {
            el_deletestr(edit, Int32(written.unicodeScalars.count))
            let ends = candidates.count == 1 && !" =./".contains(common.last ?? " ")
            return el_insertstr(edit, ends ? common + " " : common) == 0 ? UInt8(CC_REFRESH) : UInt8(CC_ERROR)
        }
        try? File.write("\n" + ColumnList.text(of: candidates, width: Console.width ?? 80), to: STDOUT_FILENO)
        return UInt8(CC_REDISPLAY)
    }
}

extension String {
    /// Returns the longest text that both begin with.
    fileprivate func commonPrefix(with other: String) -> String {
        String(String.UnicodeScalarView(zip(unicodeScalars, other.unicodeScalars).prefix { $0 == $1 }.map(\.0)))
    }
}

/// Words in columns, as a shell lists files.
enum ColumnList {
    static func text(of words: [String], width: Int) -> String {
        let column = (words.map(\.columns).max() ?? 0) + 2
        let count = max(1, width / column)
        let rows = (words.count + count - 1) / count
        return (0..<rows).map { row in
            let line = stride(from: row, to: words.count, by: rows).map { words[$0].padded(to: column) }.joined()
            return line.trimmedEnd + "\n"
        }.joined()
    }
}

extension String {
    /// The text with spaces behind it, up to a number of columns.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

    /// The text without spaces at its end.
    var trimmedEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
