#!/bin/sh
# Whether imports point one way, and no module imports Foundation.
#
# usage: modules.sh SOURCES-FOLDER
#
# SPDX-License-Identifier: Apache-2.0
set -u
sources=$1
failures=0

# may MODULE-FOLDER IMPORT...: each file of the module imports nothing but these.
may() {
    folder=$sources/$1
    shift
    [ -d "$folder" ] || { echo "$0: found no $folder" >&2; failures=$((failures + 1)); return; }
    # The imports of a file come first: what follows may be the text of a program in another language.
    for name in $(find "$folder" -name '*.swift' -exec awk '
            /^ *$|^ *\/\// { next }
            /^ *((@[a-z_]+|public|package|internal|private) +)*import / { print; next }
            { nextfile }' {} + |
        sed -E 's/.*import +((struct|class|enum|protocol|func|var|let|typealias) +)?//; s/[. ].*//' | sort -u); do
        case " $* " in
            *" $name "*) ;;
            *) echo "$0: found import $name in $folder; it may import $*" >&2; failures=$((failures + 1)) ;;
        esac
    done
}

# GIVEN the modules as CONTRIBUTING.md draws them, WHEN their imports are read, THEN they point one way.
may AditJSON CJansson Glibc Synchronization
may AditSystem AditJSON CLinux Glibc Synchronization
may AditTable AditSystem Synchronization
may AditState AditJSON AditSystem AditTable CJansson Glibc Synchronization
may Adit AditJSON AditState AditSystem AditTable CAditIssues CLinux Glibc Logging Synchronization _Concurrency
may AditMacros SwiftCompilerPlugin SwiftDiagnostics SwiftSyntax SwiftSyntaxMacros
may AditCodable Adit AditJSON AditState
may AditReducers Adit
may AditTesting Adit AditCodable AditJSON AditState AditSystem AditTable CustomDump Glibc Synchronization Testing XCTest
may AditSQLite AditJSON AditState AditSystem CSQLite Glibc
may AditProtocol Adit AditJSON AditState AditSystem
may AditCompatibility AditJSON
may AditClients AditJSON
may AditHost Adit AditCompatibility AditJSON AditProtocol AditState AditSystem CLinux Glibc Synchronization
may AditSwiftHost Adit AditHost AditJSON AditProtocol AditSQLite AditState AditSystem Observation
may AditReplay Adit AditHost AditJSON AditProtocol AditSQLite AditState AditSystem Glibc
may AditC Adit AditCompatibility AditHost AditJSON AditProtocol AditReplay AditSQLite AditState AditSystem CAdit CAditApps CCallbacks CLinux Glibc Synchronization
may Cores/Counter Adit
may Cores/Todo Adit
may Cores/Reader Adit
may Cores/Chat Adit
may Cores/Profile Adit AditCodable Observation
may Cores/TravelPlanner Adit
may Cores/AditCores AditC CounterCore TodoCore
may Cores/AditShowcase AditC ChatCore ProfileCore ReaderCore TravelPlannerCore

# GIVEN the package descriptions, WHEN a target names AditC, THEN it names Adit as well: SwiftPM compiles a target anew only for a change in those
# that it names, and a library with an old layout of App would end its host.
for package in "$sources/../Package.swift" $(find "$sources/../examples" "$sources/../Tests" "$sources/../tools" -name Package.swift -not -path '*/.build/*'); do
    awk -v file="$package" '
        /\.target\(|\.testTarget\(|^ *tests\(/ { if (c && !a) { print file ": found a target with AditC and without Adit: " name; bad = 1 } c = a = 0; name = $0 }
        /AditC"/ { c = 1 } /"Adit"/ { a = 1 }
        END { if (c && !a) { print file ": found a target with AditC and without Adit: " name; bad = 1 } exit bad }' "$package" >&2 || failures=$((failures + 1))
done

[ $failures -eq 0 ]
