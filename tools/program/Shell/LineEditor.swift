import CEdit
import Glibc

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
    /// Does some of it, and returns what is to be written above the prompt. Keys wait meanwhile.
    var handleWork: () -> String = { "" }

    private let edit: OpaquePointer
    private let history: OpaquePointer
    private let historyFile: String?
    /// The text that libedit borrows as its prompt.
    private var promptBytes = strdup("")
    private var isPromptHidden = false
    private var letters = LetterDecoder()
    /// Whether the keys are those of a text that is pasted.
    private var isPasting = false
    private var isInterrupted = false
    /// Whether the cursor was behind the line at the key before.
    private var wasAtEnd = true

    /// How many lines the history has.
    private static let longestHistory = 1000

    /// - Parameter historyFile: where earlier lines are, and are kept; nil: they are not kept.
    init?(historyFile: String?) {
        Console.setLocale()
        guard let history = edit_make_history(Int32(LineEditor.longestHistory), historyFile ?? "/dev/null") else {
            return nil
        }
        self.historyFile = historyFile
        self.history = history
        guard
            let edit = edit_make(
                history, { LineEditor.of($0)?.promptText },
                { edit, letter in LineEditor.of(edit)?.readLetter(letter) ?? 0 })
        else { return nil }
        self.edit = edit
        edit_set_client(edit, Unmanaged.passUnretained(self).toOpaque())
        edit_bind(edit, "^I", "adit-complete", "completes a word") { edit, _ in
            LineEditor.of(edit)?.completeWord() ?? UInt8(CC_ERROR)
        }
        edit_bind(edit, "\\e[200~", "adit-paste", "begins a text that is pasted") { edit, _ in
            LineEditor.of(edit)?.paste(true) ?? UInt8(CC_ERROR)
        }
        edit_bind(edit, "\\e[201~", "adit-paste-end", "ends a text that is pasted") { edit, _ in
            LineEditor.of(edit)?.paste(false) ?? UInt8(CC_ERROR)
        }
        edit_read_settings(edit)
        shortenHistoryFile()
        TerminalSignals.begin()
    }

    /// Ends editing.
    func close() {
        el_end(edit)
        history_end(history)
        TerminalSignals.end()
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
        (isInterrupted, wasAtEnd) = (false, true)
        // One that ended the work of the line before.
        _ = TerminalSignals.take(SIGINT)
        // The terminal says where a pasted text begins and ends.
        write("\u{1B}[?2004h")
        var count: Int32 = 0
        let line = el_gets(edit, &count)
        write("\u{1B}[?2004l")
        guard let line, count > 0 else {
            write(isInterrupted ? "^C\n" : "\n")
            return isInterrupted ? .interrupted : .end
        }
        var text = String(cString: line)
        while text.hasSuffix("\n") { text.removeLast() }
        return .text(text)
    }

    // MARK: History

    /// Adds a line to the history and to its file, at once: the session may end by a signal.
    func remember(_ line: String) {
        edit_remember(history, line)
        if let historyFile { _ = edit_append(line, historyFile) }
    }

    /// Leaves the last lines in the file of the history, if it has become twice as long.
    private func shortenHistoryFile() {
        guard let historyFile, let bytes = try? File.bytes(of: historyFile),
            bytes.count(where: { $0 == UInt8(ascii: "\n") }) > 2 * LineEditor.longestHistory
        else { return }
        let shorter = "\(historyFile).\(getpid())"
        if edit_save(history, shorter) < 0 || rename(shorter, historyFile) != 0 { unlink(shorter) }
    }

    // MARK: Callbacks of libedit

    private static func of(_ edit: OpaquePointer?) -> LineEditor? {
        edit.flatMap(edit_client).map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
    }

    private var promptText: UnsafeMutablePointer<CChar>? {
        let coloured = hasColours ? "\u{1}\u{1B}[1;34m\u{1}\(prompt)\u{1}\u{1B}[0m\u{1}" : prompt
        free(promptBytes)
        promptBytes = strdup(isPromptHidden ? "" : coloured)  // until the next prompt
        return promptBytes
    }

    /// Waits for a letter; meanwhile the core goes on.
    private func readLetter(_ letter: UnsafeMutablePointer<wchar_t>?) -> Int32 {
        redrawLongLine()
        while true {
            if let scalar = letters.next() {
                letter?.pointee = wchar_t(bitPattern: scalar.value)
                return 1
            }
            var files = [STDIN_FILENO, TerminalSignals.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            if let descriptor = descriptor() { files.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
            let count = poll(&files, nfds_t(files.count), -1)
            TerminalSignals.rearm()
            if TerminalSignals.take(SIGINT) {
                isInterrupted = true
                moveToLastRow()
                return -1
            }
            if TerminalSignals.take(SIGCONT) {
                edit_prepare_again(edit)
                write("\r\u{1B}[J")
                edit_refresh(edit)
            }
            if TerminalSignals.take(SIGWINCH) { resize() }
            guard count > 0 else { continue }
            if files.count > 2, files[2].revents != 0 {
                let text = handleWork()
                if !text.isEmpty {
                    moveToFirstRow()
                    write(text)
                    edit_refresh(edit)
                }
            }
            guard files[0].revents != 0 else { continue }
            var byte: UInt8 = 0
            let length = read(STDIN_FILENO, &byte, 1)
            // ^C has taken away what there was to read: that is no end.
            if length < 0, errno == EINTR { continue }
            guard length == 1 else { return 0 }
            letters.add(byte)
        }
    }

    private func completeWord() -> UInt8 {
        if isPasting { return el_insertstr(edit, "\t") == 0 ? UInt8(CC_REFRESH) : UInt8(CC_ERROR) }
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
        moveToLastRow()
        write("\n\u{1B}[J" + ColumnList.text(of: candidates, width: columns))
        edit_refresh(edit)
        return UInt8(CC_NORM)
    }

    private func paste(_ begins: Bool) -> UInt8 {
        isPasting = begins
        return UInt8(CC_NORM)
    }

    // MARK: Rows

    private func write(_ text: String) { try? File.write(text, to: STDOUT_FILENO) }

    /// The columns of the terminal. One that is just made may say 0 for a while.
    private var columns: Int { Console.width ?? Int(edit_size(edit, "co")) }

    /// The letters of the line, and how many of them are before the cursor.
    private var line: (letters: [wchar_t], cursor: Int) {
        guard let line = el_wline(edit)?.pointee, let start = line.buffer, let end = line.lastchar,
            let cursor = line.cursor
        else { return ([], 0) }
        return (Array(UnsafeBufferPointer(start: start, count: end - start)), cursor - start)
    }

    /// The rows of prompt and line above the cursor, and below it.
    private var rows: (above: Int, below: Int) {
        let (letters, cursor) = line
        var layout = LineLayout(columns: columns)
        func add(_ letters: ArraySlice<wchar_t>) {
            layout.add(letters.lazy.compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) })
        }
        layout.add(prompt.unicodeScalars)
        add(letters[..<cursor])
        let above = layout.row
        add(letters[cursor...])
        return (above, layout.row - above)
    }

    /// Moves the terminal's cursor to where the prompt begins, and clears what is behind. The line is to be refreshed then.
    private func moveToFirstRow() {
        // Row by row, as tmux puts a screen that is cleared from its first column on into the lines above.
        let clearRow = "\u{1B}[2K"
        let clearBelow = "\u{1B}7\u{1B}[B\u{1B}[J\u{1B}8"
        write("\r" + clearRow + clearBelow + String(repeating: "\u{1B}[A" + clearRow, count: rows.above))
    }

    /// Moves the terminal's cursor to the last row of the line. The line is to be refreshed then, below.
    private func moveToLastRow() {
        let below = rows.below
        if below > 0 { write("\u{1B}[\(below)B") }
    }

    /// Draws a line that is longer than the terminal again when a key has moved the cursor to its end: libedit does not
    /// find that row, and would write what is typed there beyond its buffers.
    private func redrawLongLine() {
        let (letters, cursor) = line
        defer { wasAtEnd = cursor == letters.count }
        let height = Console.height ?? Int(edit_size(edit, "li"))
        guard !wasAtEnd, cursor == letters.count, rows.above >= height else { return }
        write("\u{1B}[H" + String(repeating: "\u{1B}[2K\u{1B}[B", count: height) + "\u{1B}[H")
        edit_refresh(edit)
    }

    /// Draws the line for the terminal's new size. libedit goes on in the row where its cursor is, which may not be there
    /// any more: so the cursor is at the beginning meanwhile, of no prompt and an empty line.
    private func resize() {
        let (letters, cursor) = line
        moveToFirstRow()  // the terminal has broken the line anew
        let count = Int32(letters.count)
        el_cursor(edit, count)
        el_deletestr(edit, count)
        isPromptHidden = true
        edit_refresh(edit)
        el_resize(edit)
        isPromptHidden = false
        el_winsertstr(edit, letters + [0])
        el_cursor(edit, Int32(cursor) - count)
        edit_refresh(edit)
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
        let words = words.map { $0.escapingControls() }
        let column = (words.map(\.columns).max() ?? 0) + 2
        let count = max(1, width / column)
        let rows = (words.count + count - 1) / count
        return (0..<rows).map { row in
            let line = stride(from: row, to: words.count, by: rows).map { words[$0].padded(to: column) }.joined()
            return line.trimmedEnd + "\n"
        }.joined()
    }
}
