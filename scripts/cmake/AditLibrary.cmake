# adit_add_library(NAME [PACKAGE FOLDER] PRODUCT PRODUCT [TESTS TEST] [NO_INSTALL])
# adit_add_library(NAME CORES FOLDER:MODULE:FUNCTION... [POSTGRES] [NO_INSTALL])
#
# Builds lib<NAME>.so, a self-contained app library: the Swift runtime is linked into it, only the functions of adit.h are
# visible, with the version ADIT_0.1, and it stays loaded (a Swift runtime cannot be unloaded). Defines the target
# NAME to link programs with, whose version is that of the CMake project. Exceptions of C++ and panics of Rust unwind through
# its functions, by the unwind tables that every compiler makes.
#
# The first form builds the SwiftPM product PRODUCT of the package in FOLDER, by default that of the CMakeLists.txt that calls
# it. A target of the product lists the apps, in a function adit_apps (docs/packages.md). The second form makes such a
# package: each core is a package's folder, a module that is a library product of that name there, and the function of it that
# returns the app. Several packages' cores go into one library so: CORES notes:NotesCore:notesApp chat:ChatCore:chatApp
#
# With POSTGRES, configs of its cores can name a PostgreSQL database for their stores, and the library is linked to libpq (libpq-dev).
# A PRODUCT of a package that depends on AditPostgres does the same in its adit_apps.
#
# With the build type Debug, it is a library for work: not optimized, so that it is compiled in less than half of the time, on the shared
# Swift runtime of the toolchain, and not installed. Other build types make the library as it ships.
#
# With TESTS, the tests of the package are the test TEST of CTest. They are always built for debugging: with a library for work they
# share one build of Adit; otherwise they have one of their own beside it.
#
# The library is installed, stripped (component "runtime"), with the header and NAME.pc for pkg-config ("development"), unless
# NO_INSTALL is given.
#
# SwiftPM builds in swift/ of the build folder, or in ADIT_SWIFT_SCRATCH if that is set, where libraries of several packages can be
# built. They are built one after the other, as they share that folder: what the first has compiled, the others only link.
#
# The macros are compiled first, against the toolchain's swift-syntax (with-macros says how). Where this file is a part of an
# installed Adit, ADIT_SWIFT is the folder of its Swift sources.
#
# ADIT_SANITIZE ("thread" or "address") builds it with that sanitizer instead, on the shared Swift runtime.

# Without links, so that SwiftPM finds what it has built before, whichever way it was called then.
file(REAL_PATH ${CMAKE_CURRENT_LIST_DIR} ADIT_CMAKE_DIR)
if(DEFINED ADIT_SWIFT)
    set(ADIT_PACKAGE ${ADIT_SWIFT}/Adit)
    set(ADIT_WITH_MACROS ${ADIT_CMAKE_DIR}/with-macros)
    set(ADIT_MACRO_FOLDER ${CMAKE_BINARY_DIR}/swift/macros)
else()
    # With links: the name of its folder is that of the package.
    cmake_path(SET ADIT_PACKAGE NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../..)
    string(REGEX REPLACE "/$" "" ADIT_PACKAGE ${ADIT_PACKAGE})
    file(REAL_PATH ${ADIT_PACKAGE}/include ADIT_INCLUDE_DIR)
    file(REAL_PATH ${ADIT_PACKAGE}/scripts/with-macros ADIT_WITH_MACROS)
    file(REAL_PATH ${ADIT_PACKAGE}/.build/macros ADIT_MACRO_FOLDER)
endif()
find_program(SWIFT swift REQUIRED)
find_program(STRIP strip REQUIRED)
include(GNUInstallDirs)

# _adit_write_package(NAME CORE...): a package that lists the cores, and builds the product <NAME>Apps. With library_POSTGRES, its stores
# may be in PostgreSQL.
function(_adit_write_package name)
    string(MAKE_C_IDENTIFIER ${name} module)
    set(module ${module}Apps)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/adit/${name})
    cmake_path(GET ADIT_PACKAGE FILENAME adit)
    set(folders "")
    set(imports "")
    set(calls "")
    # Adit, too: SwiftPM compiles a target anew for a change in those that it names.
    set(products ".product(name: \"Adit\", package: \"${adit}\")")
    string(APPEND products ",\n                .product(name: \"AditC\", package: \"${adit}\")")
    set(storage "")
    if(library_POSTGRES)
        foreach(product AditPostgres AditSQLite)
            string(APPEND products ",\n                .product(name: \"${product}\", package: \"${adit}\")")
            string(APPEND imports "import ${product}\n")
        endforeach()
        set(storage ", storage: PostgresEngine(files: SQLiteEngine())")
    endif()
    set(packages ".package(path: \"${ADIT_PACKAGE}\")")
    foreach(core IN LISTS ARGN)
        if(NOT core MATCHES "^(.+):([A-Za-z_][A-Za-z0-9_]*):([A-Za-z_][A-Za-z0-9_]*)$")
            message(FATAL_ERROR "adit_add_library(${name}): found the core \"${core}\"; FOLDER:MODULE:FUNCTION is expected")
        endif()
        set(core_module ${CMAKE_MATCH_2})
        set(core_function ${CMAKE_MATCH_3})
        set(path ${CMAKE_MATCH_1})
        cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
        string(REGEX REPLACE "/$" "" path ${path})
        if(NOT EXISTS ${path}/Package.swift)
            message(FATAL_ERROR "adit_add_library(${name}): found no package in ${path}; ${path}/Package.swift is expected")
        endif()
        cmake_path(GET path FILENAME identity)
        if(NOT path IN_LIST folders)
            list(APPEND folders ${path})
            string(APPEND packages ",\n        .package(path: \"${path}\")")
        endif()
        string(APPEND products ",\n                .product(name: \"${core_module}\", package: \"${identity}\")")
        string(APPEND imports "import ${core_module}\n")
        list(APPEND calls "${core_module}.${core_function}()")
    endforeach()
    list(JOIN calls ", " calls)
    file(CONFIGURE OUTPUT ${folder}/Package.swift @ONLY CONTENT [[
// swift-tools-version: 6.1
// Made by adit_add_library(@name@ CORES …).
import PackageDescription

let package = Package(
    name: "@name@",
    products: [.library(name: "@module@", type: .dynamic, targets: ["@module@"])],
    dependencies: [
        @packages@
    ],
    targets: [
        .target(
            name: "@module@",
            dependencies: [
                @products@
            ])
    ],
    swiftLanguageModes: [.v6]
)
]])
    file(CONFIGURE OUTPUT ${folder}/Sources/${module}/Apps.swift @ONLY CONTENT [[
// Made by adit_add_library(@name@ CORES …).
import AditC
@imports@
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(@calls@@storage@) }
]])
    set(library_PACKAGE ${folder} PARENT_SCOPE)
    set(library_PRODUCT ${module} PARENT_SCOPE)
endfunction()

function(adit_add_library name)
    cmake_parse_arguments(PARSE_ARGV 1 library "NO_INSTALL;POSTGRES" "PACKAGE;PRODUCT;TESTS" CORES)
    set(usage "adit_add_library(NAME [PACKAGE FOLDER] PRODUCT PRODUCT [TESTS TEST]) or adit_add_library(NAME CORES FOLDER:MODULE:FUNCTION... [POSTGRES])")
    if(library_UNPARSED_ARGUMENTS OR library_KEYWORDS_MISSING_VALUES)
        message(FATAL_ERROR "adit_add_library(${name}): found ${library_UNPARSED_ARGUMENTS}${library_KEYWORDS_MISSING_VALUES}; ${usage} is expected")
    elseif((library_CORES AND (library_PACKAGE OR library_PRODUCT)) OR NOT (library_CORES OR library_PRODUCT))
        message(FATAL_ERROR "adit_add_library(${name}): either a PRODUCT or CORES are expected: ${usage}")
    endif()
    if(library_TESTS AND library_CORES)
        message(FATAL_ERROR "adit_add_library(${name}): found TESTS with CORES; each package has its own tests")
    endif()
    if(library_POSTGRES AND NOT library_CORES)
        message(FATAL_ERROR "adit_add_library(${name}): found POSTGRES without CORES; the package of a PRODUCT depends on AditPostgres itself")
    endif()
    if(library_CORES)
        _adit_write_package(${name} ${library_CORES})
    endif()
    if(NOT library_PACKAGE)
        set(library_PACKAGE ${CMAKE_CURRENT_SOURCE_DIR})
    endif()
    cmake_path(ABSOLUTE_PATH library_PACKAGE BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    if(NOT EXISTS ${library_PACKAGE}/Package.swift)
        message(FATAL_ERROR "adit_add_library(${name}): found no package in ${library_PACKAGE}; ${library_PACKAGE}/Package.swift is expected")
    endif()
    set(soname lib${name}.so.${PROJECT_VERSION_MAJOR})
    set(version ${PROJECT_VERSION})
    if(NOT version)
        set(soname lib${name}.so.0)
        set(version 0.0.0)
    endif()
    set(file lib${name}.so.${version})
    set(out ${CMAKE_BINARY_DIR}/lib)

    set(flags -Xlinker -soname=${soname}
              -Xlinker --version-script=${ADIT_CMAKE_DIR}/adit.map
              -Xlinker -Bsymbolic -Xlinker -z -Xlinker nodelete
              # All addresses are looked up when it is loaded, and cannot be altered from then on.
              -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now)
    set(scratch ${ADIT_SWIFT_SCRATCH})
    if(scratch)
        # Otherwise SwiftPM takes the plan of the package that was built there before.
        list(APPEND flags --disable-build-manifest-caching)
    else()
        string(SHA1 key ${library_PACKAGE})
        string(SUBSTRING ${key} 0 8 key)
        set(scratch ${CMAKE_BINARY_DIR}/swift/${key})
    endif()
    set(is_for_work FALSE)
    if(ADIT_SANITIZE)
        set(configuration debug)
        list(APPEND flags --sanitize=${ADIT_SANITIZE})
    elseif(CMAKE_BUILD_TYPE STREQUAL Debug)
        set(configuration debug)
        set(is_for_work TRUE)
        if(library_TESTS)
            # They are built in the same folder, with other options of the linker.
            list(APPEND flags --disable-build-manifest-caching)
        endif()
    else()
        set(configuration release)
        # A section for each function, so that the linker folds equal ones (--icf=safe): 0.3 MB.
        list(APPEND flags -Xswiftc -static-stdlib -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections
             -Xlinker --gc-sections -Xlinker --icf=safe -Xlinker --no-undefined)
        # Debug information of C code in the version of that of Swift code; the default is too new for Debian 12's valgrind.
        list(APPEND flags -Xcc -gdwarf-4)
        # The report of a trap (Sources/AditC/Traps): failed checks call functions of ours before they end the process.
        list(APPEND flags -Xswiftc -Xfrontend -Xswiftc -trap-function -Xswiftc -Xfrontend -Xswiftc adit_trap
             -Xlinker --wrap=swift_reportError -Xlinker --wrap=abort)
    endif()
    set(environment SWIFT=${SWIFT} ADIT_PACKAGE=${ADIT_PACKAGE} ADIT_MACRO_FOLDER=${ADIT_MACRO_FOLDER})
    if(DEFINED ADIT_SWIFT)
        list(APPEND environment ADIT_SWIFT=${ADIT_SWIFT})
    endif()

    set(swiftpm ${CMAKE_COMMAND} -E env ${environment} ${ADIT_WITH_MACROS} ${SWIFT})
    if(library_TESTS)
        set(test_scratch ${scratch})
        if(NOT is_for_work)
            string(APPEND test_scratch -tests)
        endif()
        set(test_flags --package-path ${library_PACKAGE} --scratch-path ${test_scratch} --disable-build-manifest-caching --disable-xctest)
        add_test(NAME ${library_TESTS} COMMAND ${swiftpm} test ${test_flags})
        set_tests_properties(${library_TESTS} PROPERTIES RESOURCE_LOCK swiftpm)
    endif()

    # SwiftPM knows what has changed, so it is asked each time; it is quick to say that nothing has.
    add_custom_target(${name}_build ALL
        COMMAND ${swiftpm} build --package-path ${library_PACKAGE} --scratch-path ${scratch}
                -c ${configuration} --product ${library_PRODUCT} ${flags}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${out}
        COMMAND ${CMAKE_COMMAND} -E copy ${scratch}/${configuration}/lib${library_PRODUCT}.so ${out}/${file}
        COMMAND ${CMAKE_COMMAND} -E create_symlink ${file} ${out}/${soname}
        COMMAND ${CMAKE_COMMAND} -E create_symlink ${soname} ${out}/lib${name}.so
        BYPRODUCTS ${out}/${file} ${out}/${soname} ${out}/lib${name}.so
        COMMENT "Building lib${name}.so"
        VERBATIM)

    get_property(previous GLOBAL PROPERTY ADIT_PREVIOUS_LIBRARY)
    if(previous)
        add_dependencies(${name}_build ${previous}_build)
    endif()
    set_property(GLOBAL PROPERTY ADIT_PREVIOUS_LIBRARY ${name})

    add_library(${name} SHARED IMPORTED GLOBAL)
    set_target_properties(${name} PROPERTIES
        IMPORTED_LOCATION ${out}/lib${name}.so
        IMPORTED_SONAME ${soname}
        INTERFACE_INCLUDE_DIRECTORIES ${ADIT_INCLUDE_DIR})
    add_dependencies(${name} ${name}_build)

    if(ADIT_SANITIZE)
        # Swift's runtime is not in the library then, and the sanitizers need all of it at the program's start.
        file(REAL_PATH ${SWIFT} swift)
        cmake_path(GET swift PARENT_PATH swift)
        set(runtime ${swift}/../lib/swift/linux)
        set_target_properties(${name} PROPERTIES
            INTERFACE_LINK_LIBRARIES "${runtime}/libdispatch.so;${runtime}/libBlocksRuntime.so"
            INTERFACE_LINK_OPTIONS "-Wl,--no-as-needed,-rpath,${runtime}")
        return()
    endif()
    if(library_NO_INSTALL)
        return()
    endif()
    if(is_for_work)
        install(CODE "message(WARNING \"lib${name}.so is not installed: this one is for work, and -DCMAKE_BUILD_TYPE=Release, \"
            \"in another folder, makes the one to ship\")" ALL_COMPONENTS)
        return()
    endif()

    # In the build folder the library keeps its symbols, for debuggers, valgrind and addr2line.
    set(folder ${CMAKE_INSTALL_LIBDIR})
    if(NOT IS_ABSOLUTE ${folder})
        set(folder \${CMAKE_INSTALL_PREFIX}/${folder})
    endif()
    install(FILES ${ADIT_INCLUDE_DIR}/adit.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
    install(PROGRAMS ${out}/${file} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
    install(FILES ${out}/${soname} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
    install(FILES ${out}/lib${name}.so DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
    install(CODE "execute_process(COMMAND ${STRIP} --strip-unneeded
        \"\$ENV{DESTDIR}${folder}/${file}\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT runtime)
    adit_install_pc(${name} "${PROJECT_DESCRIPTION}" ${version} "-l${name}")
endfunction()

# adit_install_pc(NAME DESCRIPTION VERSION LIBRARIES [REQUIRES]): NAME.pc for pkg-config, which finds what it names from where it
# is, so that an installation can be moved.
function(adit_install_pc name description version libraries)
    set(requires "${ARGN}")
    set(prefix ${CMAKE_INSTALL_PREFIX})
    set(libdir ${CMAKE_INSTALL_LIBDIR})
    set(includedir ${CMAKE_INSTALL_INCLUDEDIR})
    if(NOT IS_ABSOLUTE ${libdir})
        file(RELATIVE_PATH prefix /prefix/${libdir}/pkgconfig /prefix)
        string(REGEX REPLACE "/$" "" prefix "\${pcfiledir}/${prefix}")
        set(libdir \${prefix}/${libdir})
    endif()
    if(NOT IS_ABSOLUTE ${includedir})
        set(includedir \${prefix}/${includedir})
    endif()
    if(NOT description)
        set(description "An Adit library")
    endif()
    configure_file(${ADIT_CMAKE_DIR}/library.pc.in ${CMAKE_BINARY_DIR}/pkgconfig/${name}.pc @ONLY)
    install(FILES ${CMAKE_BINARY_DIR}/pkgconfig/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endfunction()
