# add_host_test(PREFIX PROGRAM TEST [ARGUMENT...]): PREFIX.TEST, which calls tests/TEST.sh of this folder with the program and the
# arguments.
#
# Each test is a shell script that is quiet when all is well. Where there is valgrind, it runs once more under that, but
# for the demonstration, in which nothing happens that does not happen in the others, and for those that start their program
# so often that they would take half a minute and more: the build with the address sanitizer runs all of them.
#
# Defines ADIT_VALGRIND and, as a command line, adit_valgrind.
find_program(ADIT_VALGRIND valgrind)
set(adit_valgrind "${ADIT_VALGRIND} --quiet --leak-check=full --show-leak-kinds=definite")
string(APPEND adit_valgrind " --errors-for-leak-kinds=definite --error-exitcode=99")
foreach(suppressions Tests/C/swift.supp tools/tests/dlopen.supp)
    string(APPEND adit_valgrind " --suppressions=${PROJECT_SOURCE_DIR}/${suppressions}")
endforeach()

function(add_host_test prefix program test)
    set(command sh ${CMAKE_CURRENT_SOURCE_DIR}/tests/${test}.sh $<TARGET_FILE:${program}> ${ARGN})
    add_test(NAME ${prefix}.${test} COMMAND ${command})
    set_tests_properties(${prefix}.${test} PROPERTIES TIMEOUT 300 ENVIRONMENT "SANITIZER=${ADIT_SANITIZE}")
    if(ADIT_VALGRIND AND NOT ADIT_SANITIZE AND NOT test MATCHES "^(demo|errors|gateways|import|keeping|profile|raw|server|terminal|travel|watch)$")
        add_test(NAME ${prefix}.${test}.valgrind COMMAND ${command})
        set_tests_properties(${prefix}.${test}.valgrind PROPERTIES TIMEOUT 600 ENVIRONMENT "RUN=${adit_valgrind}")
    endif()
endfunction()
