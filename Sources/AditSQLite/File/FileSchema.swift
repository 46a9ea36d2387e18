/// The tables of a store's file that every one has. Those of a state's tables come as they are declared
/// (``ElementTable``).
enum FileSchema {
    /// The version of all this. In the first, rows had no checksums.
    static let format = 2

    static let statements = """
        CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE member (path TEXT PRIMARY KEY, sum INTEGER NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE part (path TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE) WITHOUT ROWID;
        CREATE TABLE journal (
            number INTEGER PRIMARY KEY, revision INTEGER NOT NULL, opens INTEGER NOT NULL, time INTEGER NOT NULL,
            begins INTEGER NOT NULL, ends INTEGER NOT NULL, state INTEGER, sum INTEGER NOT NULL, entries TEXT NOT NULL);
        """
}
