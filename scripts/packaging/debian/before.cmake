# Run by cpack between the installation of the components and the making of the packages (CPACK_PRE_BUILD_SCRIPTS): what Debian
# requires of files and other systems do not. Each component is in a separate folder.
if(NOT CPACK_GENERATOR STREQUAL DEB)
    return()
endif()
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    set(folder ${CPACK_TEMPORARY_DIRECTORY}/${component})
    # Libraries are not executable, and nothing names the compiler.
    file(GLOB libraries ${folder}/usr/lib/lib*.so.*.*.* ${folder}/usr/lib/*/lib*.so.*.*.*)
    file(GLOB programs ${folder}/usr/bin/*)
    foreach(file IN LISTS libraries programs)
        file(READ ${file} magic LIMIT 4 HEX)
        if(magic STREQUAL 7f454c46)
            execute_process(COMMAND strip --strip-unneeded --remove-section=.comment --remove-section=.note ${file}
                COMMAND_ERROR_IS_FATAL ANY)
        endif()
    endforeach()
    if(libraries)
        file(CHMOD ${libraries} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    endif()
    # What lintian finds and does not apply here, with reasons.
    string(TOUPPER ${component} COMPONENT)
    set(package ${CPACK_DEBIAN_${COMPONENT}_PACKAGE_NAME})
    set(overrides ${folder}/usr/share/lintian/overrides/${package})
    configure_file(${CPACK_ADIT_DEBIAN}/lintian-overrides.in ${overrides} @ONLY)
    if(component STREQUAL runtime)
        file(APPEND ${overrides} "# It has two libraries of examples, which have their versions from Adit.\n"
            "${package}: package-name-doesnt-match-sonames *\n")
    endif()
    if(component STREQUAL gateways)
        file(APPEND ${overrides} "# A copy of libadit_gateways_shim.so is loaded under any name (docs/gateways.md), and nothing is linked with it.\n"
            "${package}: sharedobject-in-library-directory-missing-soname *\n")
    endif()
    if(component STREQUAL tools)
        file(RENAME ${folder}/usr/share/zsh/site-functions ${folder}/usr/share/zsh/vendor-completions)
        file(APPEND ${overrides} "# libadit_served.so is loaded under any name (docs/serve.md), and nothing is linked with it.\n"
            "${package}: sharedobject-in-library-directory-missing-soname *\n")
    endif()
    file(CHMOD ${overrides} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()
