# What "cmake --install" installs beside the libraries (AditLibrary.cmake) and the programs (tools). Components:
#
# runtime       the example libraries
# development   adit.h, adit.hpp, adit_patch.h, the man pages, what find_package and pkg-config read, adit_add_library, the
#               bindings' packages, valgrind's suppressions
# tools         adit, its man pages and completions
# swift         the Swift sources for authors of cores, and check-core
# reference     the API reference, if scripts/reference has made it
#
# "cmake --build build --target uninstall" removes what was installed last, of all components.
include(CMakePackageConfigHelpers)

set(ADIT_PACKAGE_CONTACT "The Adit authors <adit@localhost>" CACHE STRING "Who maintains the packages")
option(ADIT_SWIFT_SDK "Install the Swift sources, for authors of cores" ON)
set(ADIT_INSTALL_SWIFT ${CMAKE_INSTALL_DATADIR}/adit/swift)
set(ADIT_INSTALL_BINDINGS ${CMAKE_INSTALL_DATADIR}/adit/bindings)
set(config ${CMAKE_INSTALL_LIBDIR}/cmake/Adit)

install(FILES include/adit.hpp include/adit_nlohmann.hpp include/adit_list.hpp include/adit_qt.hpp include/adit_gtk.hpp
    include/adit_coding.hpp include/adit_protocol.hpp include/adit_typed.hpp include/adit_patch.h TYPE INCLUDE COMPONENT development)
adit_install_pc(adit "${PROJECT_DESCRIPTION}: the headers" ${PROJECT_VERSION} "")
set(built ${CMAKE_CURRENT_BINARY_DIR}/cmake)
configure_package_config_file(scripts/cmake/AditConfig.cmake.in ${built}/install/AditConfig.cmake
    INSTALL_DESTINATION ${config} PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR ADIT_INSTALL_SWIFT
    ADIT_INSTALL_BINDINGS)
write_basic_package_version_file(${built}/AditConfigVersion.cmake COMPATIBILITY SameMajorVersion)
set(modules cmake/AditLibrary.cmake cmake/adit.map cmake/library.pc.in)
set(programs with-macros)
list(TRANSFORM modules PREPEND ${PROJECT_SOURCE_DIR}/scripts/)
list(TRANSFORM programs PREPEND ${PROJECT_SOURCE_DIR}/scripts/)
install(FILES ${built}/install/AditConfig.cmake ${built}/AditConfigVersion.cmake ${modules}
    DESTINATION ${config} COMPONENT development)
install(PROGRAMS ${programs} DESTINATION ${config} COMPONENT development)

# The build folder is laid out as what is installed, so that its programs find each other, adit its templates, and
# find_package(Adit) all else, with CMAKE_PREFIX_PATH set to it.
function(adit_configure_build_tree)
    set(CMAKE_INSTALL_INCLUDEDIR ${PROJECT_SOURCE_DIR}/include)
    set(CMAKE_INSTALL_LIBDIR ${CMAKE_CURRENT_BINARY_DIR}/lib)
    set(ADIT_INSTALL_SWIFT ${CMAKE_CURRENT_BINARY_DIR}/sdk)
    set(ADIT_INSTALL_BINDINGS ${PROJECT_SOURCE_DIR}/bindings)
    configure_package_config_file(scripts/cmake/AditConfig.cmake.in ${built}/AditConfig.cmake
        INSTALL_DESTINATION ${built} PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR ADIT_INSTALL_SWIFT
        ADIT_INSTALL_BINDINGS)
    foreach(file IN LISTS modules programs)
        cmake_path(GET file FILENAME name)
        file(CREATE_LINK ${file} ${built}/${name} SYMBOLIC)
    endforeach()
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/share/adit)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/tools/inspect ${CMAKE_CURRENT_BINARY_DIR}/share/adit/inspect SYMBOLIC)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/tools/new/template ${CMAKE_CURRENT_BINARY_DIR}/share/adit/new SYMBOLIC)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/tools/new/hosts ${CMAKE_CURRENT_BINARY_DIR}/share/adit/hosts SYMBOLIC)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/bindings ${CMAKE_CURRENT_BINARY_DIR}/share/adit/bindings SYMBOLIC)
    file(CREATE_LINK ../../sdk ${CMAKE_CURRENT_BINARY_DIR}/share/adit/swift SYMBOLIC)
endfunction()
adit_configure_build_tree()

# The man pages are made from the header, and from what the programs say of themselves.
function(adit_add_man_pages)
    find_package(Python3 COMPONENTS Interpreter)
    if(NOT Python3_Interpreter_FOUND)
        message(STATUS "No Python: the man pages are left out (scripts/setup --tests installs it)")
        return()
    endif()
    set(man ${CMAKE_CURRENT_BINARY_DIR}/man)
    add_custom_command(OUTPUT ${man}/adit.3.gz
        COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/packaging/man ${PROJECT_SOURCE_DIR}/include/adit.h ${man}
        DEPENDS scripts/packaging/man include/adit.h COMMENT "Making the man pages" VERBATIM)
    set(pages ${man}/adit.3.gz)
    add_custom_command(OUTPUT ${man}/adit.1.gz
        COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/packaging/man-adit $<TARGET_FILE:adit> ${PROJECT_VERSION} ${man}
        DEPENDS scripts/packaging/man-adit adit COMMENT "Making the man pages of adit" VERBATIM)
    list(APPEND pages ${man}/adit.1.gz)
    add_custom_target(man ALL DEPENDS ${pages})
    install(DIRECTORY ${man}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man3 COMPONENT development FILES_MATCHING PATTERN "*.3.gz")
    install(DIRECTORY ${man}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools FILES_MATCHING PATTERN "*.1.gz")
endfunction()
adit_add_man_pages()

# The program writes the completions of its options and arguments.
function(adit_add_completions)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/completions)
    file(MAKE_DIRECTORY ${folder})
    set(files)
    # The name of the file in each shell's folder, which packages of Debian have elsewhere (scripts/packaging/debian/before.cmake).
    foreach(place bash:adit:bash-completion/completions zsh:_adit:zsh/site-functions fish:adit.fish:fish/vendor_completions.d)
        string(REGEX MATCH "^([^:]*):([^:]*):(.*)$" place ${place})
        set(file ${folder}/${CMAKE_MATCH_2})
        add_custom_command(OUTPUT ${file}
            # Shells read them, and do not run them: a first line #! would have no meaning.
            COMMAND sh -c "\"$0\" --generate-completion-script $1 >\"$2\" && sed -i '1{/^#!/d;}' \"$2\"" $<TARGET_FILE:adit> ${CMAKE_MATCH_1} ${file}
            DEPENDS adit COMMENT "Making the completions for ${CMAKE_MATCH_1}" VERBATIM)
        install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${CMAKE_MATCH_3} COMPONENT tools)
        list(APPEND files ${file})
    endforeach()
    add_custom_target(completions ALL DEPENDS ${files})
endfunction()
adit_add_completions()

# A new core.
install(DIRECTORY tools/new/template/ DESTINATION ${CMAKE_INSTALL_DATADIR}/adit/new COMPONENT tools)
install(DIRECTORY tools/new/hosts DESTINATION ${CMAKE_INSTALL_DATADIR}/adit COMPONENT tools)
# The page of adit inspect.
install(DIRECTORY tools/inspect DESTINATION ${CMAKE_INSTALL_DATADIR}/adit COMPONENT tools PATTERN README.md EXCLUDE)
# What is copied and edited by whoever serves cores: units of systemd, and a client for pages.
install(DIRECTORY tools/browser tools/systemd DESTINATION ${CMAKE_INSTALL_DATADIR}/adit COMPONENT tools)

# The bindings' packages, as sources: what a registry or a build would take, without tests, and without what a build has left. Cargo
# refuses a crate that lacks the tests which its manifest names.
foreach(binding IN ITEMS cpp csharp go java lua node python ruby rust)
    set(tests "tests?|Tests|testdata|spec|conformance|Conformance|benchmarks|example|examples|example-todo|Example")
    if(binding STREQUAL rust)
        set(tests benchmarks)
    endif()
    install(DIRECTORY bindings/${binding} DESTINATION ${ADIT_INSTALL_BINDINGS} COMPONENT development
        REGEX "/(${tests}|packages|gtk|qt|java/build|node/build|target|node_modules|obj|bin|dist|__pycache__|[.][^/]*|[^/]*[.]egg-info)$" EXCLUDE
        REGEX "/(CMakeLists[.]txt|[^/]*_test[.]go|rust/test)$" EXCLUDE)
endforeach()
install(PROGRAMS bindings/java/build DESTINATION ${ADIT_INSTALL_BINDINGS}/java COMPONENT development)
# What valgrind says of Swift's runtime and of the dynamic linker, and is no fault: --suppressions=FILE.
install(FILES Tests/C/swift.supp tools/tests/dlopen.supp DESTINATION ${CMAKE_INSTALL_DATADIR}/adit/valgrind COMPONENT development)
# The API reference takes minutes to make, and is installed where it was made.
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/reference DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/adit COMPONENT reference OPTIONAL)

if(ADIT_SWIFT_SDK)
    set(sdk ${CMAKE_CURRENT_BINARY_DIR}/sdk)
    add_custom_target(sdk ALL COMMAND ${PROJECT_SOURCE_DIR}/scripts/packaging/swift-sdk ${sdk}
        COMMENT "Putting the Swift sources for authors of cores together" VERBATIM)
    add_dependencies(sdk adit_showcase_build) # it uses SwiftPM, too
    install(DIRECTORY ${sdk}/ DESTINATION ${ADIT_INSTALL_SWIFT} COMPONENT swift PATTERN check-core EXCLUDE)
    install(PROGRAMS scripts/check-core DESTINATION ${ADIT_INSTALL_SWIFT} COMPONENT swift)
endif()

# Each component can be a separate package, so each has its licence, where Debian looks for it.
set(package_of_runtime libadit${PROJECT_VERSION_MAJOR})
set(package_of_gateways libadit-gateways${PROJECT_VERSION_MAJOR})
set(package_of_development libadit-dev)
set(package_of_tools adit-tools)
set(package_of_swift libadit-swift-dev)
find_program(GZIP gzip REQUIRED)
set(changelog ${CMAKE_CURRENT_BINARY_DIR}/debian/changelog.Debian)
foreach(component runtime gateways development tools swift)
    if((component STREQUAL swift AND NOT ADIT_SWIFT_SDK) OR (component STREQUAL gateways AND NOT TARGET adit_gateways))
        continue()
    endif()
    set(package ${package_of_${component}})
    install(FILES scripts/packaging/debian/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
    configure_file(scripts/packaging/debian/changelog.in ${changelog} @ONLY)
    execute_process(COMMAND ${GZIP} -9nc ${changelog} OUTPUT_FILE ${changelog}.gz COMMAND_ERROR_IS_FATAL ANY)
    install(FILES ${changelog}.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
endforeach()

# uninstall.cmake reads it; the manifest, which CMake writes, does not have it.
install(CODE "file(WRITE \"${CMAKE_BINARY_DIR}/install_prefix.txt\" \"\${CMAKE_INSTALL_PREFIX}\\n\")" ALL_COMPONENTS)
add_custom_target(uninstall
    COMMAND ${CMAKE_COMMAND} -D BUILD=${CMAKE_BINARY_DIR} -P ${PROJECT_SOURCE_DIR}/scripts/cmake/uninstall.cmake
    COMMENT "Removing what was installed" VERBATIM)
