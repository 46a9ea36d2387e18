/// Makes a closed store one of the first format, in which rows had no checksums, as an older Adit has written it.
func makeFirstFormat(_ path: String, tables: String...) -> Bool {
    let shell = Shell(path)
    return shell.run(
        """
        DROP TABLE IF EXISTS temp.kept;
        BEGIN;
        ALTER TABLE member DROP COLUMN sum;
        ALTER TABLE journal DROP COLUMN sum;
        ALTER TABLE journal DROP COLUMN state;
        \(tables.map { "ALTER TABLE \"\($0)\" DROP COLUMN sum;" }.joined())
        DELETE FROM meta WHERE key IN ('id', 'state', 'closed', 'sum');
        UPDATE meta SET value = 1 WHERE key = 'format';
        COMMIT;
        """)
}
