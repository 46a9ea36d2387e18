# adit_add_library(NAME PRODUCT [PACKAGE FOLDER] [NO_INSTALL])
#
# Builds the SwiftPM product PRODUCT of the package in FOLDER (by default, that of the CMakeLists.txt that calls it) as
# lib<NAME>.so, a self-contained app library: the Swift runtime is linked into it, only the functions of adit.h are visible,
# and it stays loaded once it is (a Swift runtime cannot be unloaded). Defines the target NAME to link C programs with, whose
# version is that of the CMake project, and installs the library, stripped, and the header, unless NO_INSTALL is said.
#
# The package is Adit's own, or one that depends on it (docs/writing-a-core.md). What SwiftPM builds is in the package's
# .build/library.
#
# Several libraries of a package are built one after the other, as they share that folder: what the first has compiled, the
# others only link.
#
# The macros' tool is built first, in debug, and handed to this build (Package.swift says why).
#
# ADIT_SANITIZE ("thread" or "address") builds it with that sanitizer instead, on the shared Swift runtime.

# Without links, so that SwiftPM finds what it has built before, whichever way it was called then.
file(REAL_PATH ${CMAKE_CURRENT_LIST_DIR} ADIT_CMAKE_DIR)
cmake_path(GET ADIT_CMAKE_DIR PARENT_PATH ADIT_ROOT)
cmake_path(GET ADIT_ROOT PARENT_PATH ADIT_ROOT)
find_program(SWIFT swift REQUIRED)
find_program(STRIP strip REQUIRED)
include(GNUInstallDirs)

# Addresses that the loader has to adjust are half a megabyte in the common form, and some kilobytes in the packed one,
# which glibc reads since 2.36. An older one says that it cannot, and does not load the library.
include(CheckCSourceCompiles)
check_c_source_compiles("
    #include <features.h>
    #if !__GLIBC_PREREQ(2, 36)
    #error
    #endif
    int main(void) { return 0; }" ADIT_GLIBC_READS_PACKED_RELOCATIONS)
option(ADIT_PACK_RELOCATIONS "Build libraries that need glibc 2.36, and are smaller" ${ADIT_GLIBC_READS_PACKED_RELOCATIONS})

function(adit_add_library name product)
    cmake_parse_arguments(PARSE_ARGV 2 library NO_INSTALL PACKAGE "")
    if(NOT library_PACKAGE)
        set(library_PACKAGE ${CMAKE_CURRENT_SOURCE_DIR})
    endif()
    set(soname lib${name}.so.${PROJECT_VERSION_MAJOR})
    set(file lib${name}.so.${PROJECT_VERSION})
    if(NOT PROJECT_VERSION)
        set(soname lib${name}.so.0)
        set(file lib${name}.so.0.0.0)
    endif()
    set(out ${CMAKE_BINARY_DIR}/lib)

    set(flags -Xlinker -soname=${soname}
              -Xlinker --version-script=${ADIT_CMAKE_DIR}/adit.map
              -Xlinker -Bsymbolic -Xlinker -z -Xlinker nodelete
              # All addresses are looked up when it is loaded, and cannot be altered from then on.
              -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now)
    if(ADIT_SANITIZE)
        set(scratch ${library_PACKAGE}/.build/${ADIT_SANITIZE})
        set(configuration debug)
        list(APPEND flags --sanitize=${ADIT_SANITIZE})
    else()
        set(scratch ${library_PACKAGE}/.build/library)
        set(configuration release)
        # No exception unwinds through Swift's frames: the library has neither unwind tables (discard.ld) nor their index,
        # 1.4 MB in all. Debuggers and profilers walk the frame pointers.
        list(APPEND flags -Xswiftc -static-stdlib -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld -Xlinker --gc-sections -Xlinker --icf=safe -Xlinker --no-eh-frame-hdr -Xlinker ${ADIT_CMAKE_DIR}/discard.ld -Xlinker --no-undefined)
        # What ends the process says where, and in what, before (Sources/AditC/Traps).
        list(APPEND flags -Xswiftc -Xfrontend -Xswiftc -trap-function -Xswiftc -Xfrontend -Xswiftc adit_trap
             -Xlinker --wrap=swift_reportError -Xlinker --wrap=abort)
        if(ADIT_PACK_RELOCATIONS)
            list(APPEND flags -Xlinker -z -Xlinker pack-relative-relocs)
        endif()
    endif()

    # SwiftPM knows what has changed, so it is asked each time; it is quick to say that nothing has.
    add_custom_target(${name}_build ALL
        COMMAND ${ADIT_CMAKE_DIR}/with-macro-tool ${ADIT_CMAKE_DIR}/swift-build
                ${SWIFT} build --package-path ${library_PACKAGE} --scratch-path ${scratch}
                -c ${configuration} --product ${product} ${flags}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${out}
        COMMAND ${CMAKE_COMMAND} -E copy ${scratch}/${configuration}/lib${product}.so ${out}/${file}
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
        INTERFACE_INCLUDE_DIRECTORIES ${ADIT_ROOT}/include)
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

    # In the build folder the library keeps its symbols, for debuggers, valgrind and addr2line.
    set(folder ${CMAKE_INSTALL_LIBDIR})
    if(NOT IS_ABSOLUTE ${folder})
        set(folder \${CMAKE_INSTALL_PREFIX}/${folder})
    endif()
    install(FILES ${ADIT_ROOT}/include/adit.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(PROGRAMS ${out}/${file} DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(FILES ${out}/${soname} ${out}/lib${name}.so DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(CODE "execute_process(COMMAND ${STRIP} --strip-unneeded
        \"\$ENV{DESTDIR}${folder}/${file}\" COMMAND_ERROR_IS_FATAL ANY)")
endfunction()
