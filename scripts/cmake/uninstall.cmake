# Removes what "cmake --install" has installed last: the files of its manifests, and beneath the prefix the folders that are Adit's
# alone and empty then. Nothing outside of the prefix is looked at.
#
# usage: cmake -D BUILD=FOLDER -P uninstall.cmake     DESTDIR as it was then
file(GLOB manifests "${BUILD}/install_manifest*.txt")
if(NOT manifests)
    message(FATAL_ERROR "found no install_manifest.txt in ${BUILD}: nothing was installed from there")
endif()
# Written by Install.cmake.
set(prefix "")
if(EXISTS "${BUILD}/install_prefix.txt")
    file(STRINGS "${BUILD}/install_prefix.txt" prefix)
    set(prefix "$ENV{DESTDIR}${prefix}")
endif()

set(folders "")
foreach(manifest IN LISTS manifests)
    file(STRINGS "${manifest}" files)
    foreach(file IN LISTS files)
        set(file "$ENV{DESTDIR}${file}")
        if(EXISTS "${file}" OR IS_SYMLINK "${file}")
            file(REMOVE "${file}")
        endif()
        cmake_path(GET file PARENT_PATH folder)
        list(APPEND folders "${folder}")
    endforeach()
endforeach()

# A folder is Adit's by a name in its path from the prefix on: share/adit/new, lib/cmake/Adit, share/doc/libadit0.
if(prefix)
    list(REMOVE_DUPLICATES folders)
    foreach(folder IN LISTS folders)
        cmake_path(IS_PREFIX prefix "${folder}" NORMALIZE is_beneath)
        if(NOT is_beneath)
            continue()
        endif()
        cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${prefix}" OUTPUT_VARIABLE path)
        while(path MATCHES "(^|/)([Aa]dit|adit-tools|libadit[^/]*)(/|$)")
            # Only an empty folder is removed.
            execute_process(COMMAND rmdir "${prefix}/${path}" RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
            if(NOT status EQUAL 0 AND EXISTS "${prefix}/${path}")
                break()
            endif()
            cmake_path(GET path PARENT_PATH path)
        endwhile()
    endforeach()
endif()

file(REMOVE ${manifests} "${BUILD}/install_prefix.txt")
