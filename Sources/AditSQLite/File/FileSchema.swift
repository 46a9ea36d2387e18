/// The tables that every store's file has. Tables for the state's tables are added when they are declared
/// (``ElementTable``).
enum FileSchema {
    /// The version of the format. In the first version, rows had no checksums.
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
