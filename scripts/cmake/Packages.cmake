# "cpack -G DEB" in the build folder makes the Debian packages: libadit0, libadit-gateways0, libadit-dev, adit-tools,
# libadit-swift-dev.
set(CPACK_PACKAGE_NAME adit)
set(CPACK_PACKAGE_VENDOR "The Adit authors")
set(CPACK_PACKAGE_CONTACT "${ADIT_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "embeddable application core")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_COMPONENTS_ALL runtime development tools)
if(TARGET adit_gateways)
    list(APPEND CPACK_COMPONENTS_ALL gateways)
endif()
if(ADIT_SWIFT_SDK)
    list(APPEND CPACK_COMPONENTS_ALL swift)
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_OUTPUT_FILE_PREFIX packages)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_ADIT_DEBIAN ${PROJECT_SOURCE_DIR}/scripts/packaging/debian)
set(CPACK_PRE_BUILD_SCRIPTS ${CPACK_ADIT_DEBIAN}/before.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${CPACK_ADIT_DEBIAN}/after.cmake)

# The revision of the package; a distribution sets its own.
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(same "(= ${PROJECT_VERSION}-1)")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libadit${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
# dpkg-shlibdeps finds it, too; a store needs at least this version (Sources/AditSQLite/Connection/Database.swift).
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libsqlite3-0 (>= 3.40)")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "The example libraries: libadit_cores.so has the apps counter and todo,
libadit_showcase.so the apps reader, chat, profile and travelPlanner. Any
program that can call C sends them messages as JSON, and receives messages
as JSON.")

set(CPACK_DEBIAN_GATEWAYS_PACKAGE_NAME libadit-gateways${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_GATEWAYS_PACKAGE_SECTION libs)
# It is loaded for the gateways of the session bus (docs/gateways.md).
set(CPACK_DEBIAN_GATEWAYS_PACKAGE_RECOMMENDS libsystemd0)
set(CPACK_COMPONENT_GATEWAYS_DESCRIPTION "The standard gateways of cores, for hosts in any language: HTTP, values by
keys, files, secrets and notifications.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libadit-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libadit${PROJECT_VERSION_MAJOR} ${same}")
if(TARGET adit_gateways)
    string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libadit-gateways${PROJECT_VERSION_MAJOR} ${same}")
endif()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "libjansson-dev (>= 2.14), pkg-config")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "libadit-swift-dev, nlohmann-json3-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "The headers for C and C++, with man pages, what find_package and
pkg-config read, and the sources of the bindings of other languages.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME adit-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "libadit-swift-dev ${same}")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "The program adit: adit new begins a core,
adit shell opens one at a prompt, adit scenario runs stories that are written
as JSON, adit catalog prints the messages of an app, adit generate makes typed
clients, adit store looks into the file of a core, and adit serve runs cores
in separate processes.")

set(CPACK_DEBIAN_SWIFT_PACKAGE_NAME libadit-swift-dev)
set(CPACK_DEBIAN_SWIFT_PACKAGE_DEPENDS
    "libadit-dev ${same}, adit-tools ${same}, cmake (>= 3.25), pkg-config, gcc | clang, g++ | clang, binutils, libjansson-dev (>= 2.14), libsqlite3-dev, python3")
set(CPACK_COMPONENT_SWIFT_DESCRIPTION "The Swift sources for authors of cores. They need Swift 6.3, which Debian
does not package: https://www.swift.org/install/linux")
include(CPack)
