# Makes a shell script of a README: it does what the README says, up to the first output that is printed there, and compares the
# output of the last commands with it.
#
#   awk -v folder=FOLDER -f readme.awk README.md >script
#   awk -v folder=FOLDER -v section="## Wheels" …       from this heading on
#
# Of the blocks between fences, `sh` is run, `text` is the output that is expected, and one of another language is written to the
# file that the line before it names: "`hello.c`:". A block without such a line is left out.
BEGIN {
    started = section == ""
    print "set -eu"
}
$0 == section { started = 1 }
!started || ended { next }
/^```/ && !inside {
    inside = 1
    language = substr($0, 4)
    text = ""
    next
}
/^```$/ && inside {
    inside = 0
    if (language == "sh") {
        # All in one shell, as changes of folders and variables are for what follows.
        commands++
        printf "{\n%s} >%s/found\n", text, folder
    } else if (language == "text") {
        outputs++
        printf "cat >%s/expected <<'END OF BLOCK'\n%sEND OF BLOCK\n", folder, text
        printf "diff %s/expected %s/found\n", folder, folder
        ended = 1
    } else if (file != "") {
        files++
        printf "cat >'%s' <<'END OF BLOCK'\n%sEND OF BLOCK\n", file, text
    }
    next
}
inside {
    text = text $0 "\n"
    next
}
# The last line before a block, but for empty ones, names its file.
NF {
    file = ""
    if (match($0, /`[^` ]+`:$/)) file = substr($0, RSTART + 1, RLENGTH - 3)
}
END {
    if (!outputs || !commands || (section == "" && !files)) {
        print FILENAME ": found " commands + 0 " blocks of commands, " files + 0 " with a file and " outputs + 0 \
            " with an output; one at least of each is expected" > "/dev/stderr"
        exit 1
    }
}
