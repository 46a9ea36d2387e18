/// Words that are meant where another one was written.
enum Spelling {
    /// Returns the word that differs least, by at most a third of its letters and one more; nil if there is none.
    static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        let near = words.map { (word: $0, distance: distance(Array(word.utf8), Array($0.utf8))) }
        return near.filter { $0.distance <= $0.word.utf8.count / 3 + 1 }.min { $0.distance < $1.distance }?.word
    }

    /// Returns what follows the complaint about a word: `; did you mean state?`, or a point.
    static func advice(for word: String, among words: some Sequence<String>) -> String {
        nearest(to: word, among: words).map { "; did you mean \($0)?" } ?? "."
    }

    /// The least number of letters to insert, to remove or to replace.
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for place in other.indices {
                let replaced = diagonal + (letter == other[place] ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = min(replaced, row[place] + 1, row[place + 1] + 1)
            }
        }
        return row[other.count]
    }
}
