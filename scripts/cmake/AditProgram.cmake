# adit_add_program(NAME PACKAGE PRODUCT)
#
# Builds the SwiftPM executable PRODUCT of the package in the folder PACKAGE as tools/<PRODUCT> of the build folder, with the Swift
# runtime linked into it, and installs it, stripped. Defines the target NAME.
#
# Accesses are not checked for exclusivity, neither here nor in the packages that it uses: a twentieth of what a message costs in
# adit serve. The tests run in a debug build, which checks them.
#
# SwiftPM builds it in .build/programs: its flags are not those of a library, and in one folder each build would undo
# the other.
include_guard()

function(adit_add_program name package product)
    set(scratch ${PROJECT_SOURCE_DIR}/.build/programs)
    set(out ${CMAKE_BINARY_DIR}/tools)
    add_custom_target(${name}_build ALL
        COMMAND ${CMAKE_COMMAND} -E env SWIFT=${SWIFT} ${ADIT_WITH_MACROS}
                ${SWIFT} build --package-path ${package} --scratch-path ${scratch} -c release --product ${product}
                --static-swift-stdlib -Xswiftc -use-ld=lld -Xswiftc -enforce-exclusivity=unchecked -Xlinker --gc-sections -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
        COMMAND ${CMAKE_COMMAND} -E make_directory ${out}
        COMMAND ${CMAKE_COMMAND} -E copy ${scratch}/release/${product} ${out}/${product}
        COMMAND ${STRIP} ${out}/${product}
        BYPRODUCTS ${out}/${product}
        COMMENT "Building ${product}"
        VERBATIM)
    add_executable(${name} IMPORTED GLOBAL)
    set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${out}/${product})
    add_dependencies(${name} ${name}_build)
    install(PROGRAMS ${out}/${product} TYPE BIN)
endfunction()
