# Run by cpack behind the making of the packages (CPACK_POST_BUILD_SCRIPTS). CPack has packages with libraries call ldconfig in
# scripts; Debian has a trigger for that, which runs it once for all packages of an installation.
set(libraries "${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME}|${CPACK_DEBIAN_GATEWAYS_PACKAGE_NAME}")
foreach(package IN LISTS CPACK_PACKAGE_FILES)
    if(NOT package MATCHES "/(${libraries}|${CPACK_DEBIAN_TOOLS_PACKAGE_NAME})_[^/]*\\.deb$")
        continue()
    endif()
    set(folder ${CPACK_TOPLEVEL_DIRECTORY}/with-trigger)
    file(REMOVE_RECURSE ${folder})
    execute_process(COMMAND dpkg-deb --raw-extract ${package} ${folder} COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE ${folder}/DEBIAN/postinst ${folder}/DEBIAN/postrm)
    # libadit_served.so of the tools has no soname, and is loaded by its path.
    if(package MATCHES "/(${libraries})_[^/]*\\.deb$")
        file(WRITE ${folder}/DEBIAN/triggers "activate-noawait ldconfig\n")
    endif()
    execute_process(COMMAND dpkg-deb --root-owner-group -Zgzip --build ${folder} ${package} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE_RECURSE ${folder})
endforeach()
