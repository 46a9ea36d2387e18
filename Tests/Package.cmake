# A package elsewhere that depends on Adit: that of docs/writing-a-core.md, in Tests/Package. Its own CMakeLists.txt is a part
# of it.

if(ADIT_SANITIZE)
    return()
endif()

# It builds swift-syntax for itself, so it takes a while.
add_test(NAME package COMMAND ${PROJECT_SOURCE_DIR}/Tests/Package/run.sh ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER})
# As a library, from the document alone.
add_test(NAME package.library
    COMMAND ${PROJECT_SOURCE_DIR}/Tests/Package/library.sh ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/Tests/Package
            ${CMAKE_COMMAND} ${CMAKE_C_COMPILER})
# By the toolchain's plain options, in debug, as release takes minutes. benchmarks/run builds and measures release in the same folder.
add_test(NAME package.plain
    COMMAND ${PROJECT_SOURCE_DIR}/Tests/Package/plain.sh ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/.build/plain debug ${CMAKE_C_COMPILER})
# What "cmake --install" leaves, wherever libraries are kept.
add_test(NAME install
    COMMAND ${PROJECT_SOURCE_DIR}/Tests/install.sh ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/Tests/install
            ${CMAKE_COMMAND} ${CMAKE_C_COMPILER})
set_tests_properties(package package.library package.plain install PROPERTIES TIMEOUT 1800)
# CTest begins with them. In a fresh clone it does not know how long tests take, and these would be left for the end.
set_tests_properties(package install PROPERTIES COST 500)
set_tests_properties(package.plain PROPERTIES COST 200)
