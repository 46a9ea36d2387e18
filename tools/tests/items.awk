# Writes the state of a todo list with so many items: awk -v count=COUNT -f items.awk
BEGIN {
    printf "{\"@schema\":1,\"items\":{\"ids\":["
    for (i = 0; i < count; i++) printf "%s\"%08d-0000-0000-0000-000000000000\"", i ? "," : "", i
    printf "],\"entities\":{"
    for (i = 0; i < count; i++)
        printf "%s\"%08d-0000-0000-0000-000000000000\":{\"id\":\"%08d-0000-0000-0000-000000000000\"," \
            "\"text\":\"a\",\"completed\":false,\"created\":\"2026-11-30T00:00:00Z\"}", i ? "," : "", i, i
    print "}},\"tags\":{\"ids\":[],\"entities\":{}},\"journal\":{\"ids\":[],\"entities\":{}}}"
}
