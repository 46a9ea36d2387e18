# adit_add_library(NAME PRODUCT)
#
# Builds the SwiftPM product PRODUCT as lib<NAME>.so, a self-contained app library: the Swift runtime is linked into it,
# only the functions of adit.h are visible, and it stays loaded once it is (a Swift runtime cannot be unloaded). Defines
# the target NAME to link C programs with.
#
# Several libraries are built one after the other, as they share a build folder: what the first has compiled, the others
# only link.
#
# The macros' tool is built first, in debug, and handed to this build (Package.swift says why).
#
# ADIT_SANITIZE ("thread" or "address") builds it with that sanitizer instead, on the shared Swift runtime.

set(ADIT_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})
find_program(STRIP strip REQUIRED)

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
    set(soname lib${name}.so.${PROJECT_VERSION_MAJOR})
    set(file lib${name}.so.${PROJECT_VERSION})
    set(out ${CMAKE_BINARY_DIR}/lib)

    set(flags -Xlinker -soname=${soname}
              -Xlinker --version-script=${ADIT_CMAKE_DIR}/adit.map
              -Xlinker -Bsymbolic -Xlinker -z -Xlinker nodelete)
    if(ADIT_SANITIZE)
        set(scratch ${PROJECT_SOURCE_DIR}/.build/${ADIT_SANITIZE})
        set(configuration debug)
        list(APPEND flags --sanitize=${ADIT_SANITIZE})
    else()
        set(scratch ${PROJECT_SOURCE_DIR}/.build/library)
        set(configuration release)
        # Nothing unwinds through Swift's frames, so the loader needs no index of how: a quarter of a megabyte.
        list(APPEND flags -Xswiftc -static-stdlib -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld -Xlinker --gc-sections -Xlinker --icf=safe -Xlinker --no-eh-frame-hdr -Xlinker --no-undefined)
        # What a message runs through lies side by side: one that comes alone finds its code in few pages (benchmarks/hot-functions).
        list(APPEND flags -Xlinker --symbol-ordering-file=${ADIT_CMAKE_DIR}/hot-functions.txt -Xlinker --no-warn-symbol-ordering)
        if(ADIT_PACK_RELOCATIONS)
            list(APPEND flags -Xlinker -z -Xlinker pack-relative-relocs)
        endif()
    endif()

    # SwiftPM knows what has changed, so it is asked each time; it is quick to say that nothing has.
    add_custom_target(${name}_build ALL
        COMMAND ${ADIT_CMAKE_DIR}/with-macro-tool ${ADIT_CMAKE_DIR}/quietly
                ${SWIFT} build --package-path ${PROJECT_SOURCE_DIR} --scratch-path ${scratch}
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
        INTERFACE_INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/include)
    add_dependencies(${name} ${name}_build)

    if(ADIT_SANITIZE)
        # Swift's runtime is not in the library then, and the sanitizers need all of it at the program's start.
        set(runtime ${ADIT_SWIFT_BIN}/../lib/swift/linux)
        set_target_properties(${name} PROPERTIES
            INTERFACE_LINK_LIBRARIES "${runtime}/libdispatch.so;${runtime}/libBlocksRuntime.so"
            INTERFACE_LINK_OPTIONS "-Wl,--no-as-needed,-rpath,${runtime}")
        return()
    endif()

    # In the build folder the library keeps its symbols, for debuggers and valgrind.
    install(FILES ${out}/${file} ${out}/${soname} ${out}/lib${name}.so TYPE LIB)
    include(GNUInstallDirs)
    install(CODE "execute_process(COMMAND ${STRIP} --strip-unneeded
        \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/${file} COMMAND_ERROR_IS_FATAL ANY)")
endfunction()
