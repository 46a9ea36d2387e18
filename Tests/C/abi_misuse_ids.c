/*
 * Ids that name no core: zero, invented, stale.
 */
#include "errors.h"
#include "messages.h"

/* Every function that takes an id answers ADIT_ECORE. */
static void check_no_core(adit_core id) {
    adit_error error = rubbish_error();
    char *out = (char *)"rubbish";
    size_t length = 0;
    CHECK_INT(adit_send(id, INCREMENT(1), ADIT_NTS, &error), ADIT_ECORE);
    CHECK_ERROR(&error, ADIT_ECORE, strlen(INCREMENT(1)));
    CHECK_INT(adit_send(id, INCREMENT(1), ADIT_NTS, NULL), ADIT_ECORE);
    CHECK_INT(adit_process(id, 0), ADIT_ECORE);
    CHECK_INT(adit_process(id, -1), ADIT_ECORE);
    CHECK_INT(adit_receive(id, -1, &out, &length), ADIT_ECORE);
    CHECK(out == NULL);
    out = (char *)"rubbish";
    error = rubbish_error();
    CHECK_INT(adit_call(id, INCREMENT(1), ADIT_NTS, -1, &out, &length, &error), ADIT_ECORE);
    CHECK_ERROR(&error, ADIT_ECORE, strlen(INCREMENT(1)));
    CHECK(out == NULL);
    CHECK_INT(adit_fd(id), ADIT_ECORE);
    CHECK_INT(adit_wakeup(id), ADIT_ECORE);
    CHECK_INT(adit_close(id, -1), ADIT_ECORE);
}

static void given_no_core_at_all_when_any_id_is_used_then_ecore(void) {
    check_no_core(0);
    check_no_core(1);
    check_no_core(UINT64_MAX);
}

static void given_a_core_when_invented_ids_are_used_then_ecore_and_the_core_goes_on(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    check_no_core(0);
    check_no_core(UINT64_MAX);
    for (unsigned bit = 0; bit < 64; bit++)
        check_no_core(core ^ (UINT64_C(1) << bit));
    CHECK_INT(heard.count, 0);
    CHECK_COUNTS(core, 0);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    heard_forget(&heard);
}

static void given_a_closed_core_when_it_is_used_then_ecore(void) {
    struct heard heard = {0};
    adit_core core = open_core("counter", "{}", &heard);
    CHECK_INT(adit_fd(core) >= 0, 1);
    CHECK_INT(adit_close(core, 0), ADIT_OK);
    size_t count = heard.count;
    check_no_core(core);
    check_no_core(core);
    CHECK_INT(heard.count, count);
    CHECK_INT(heard.released, 1);
    heard_forget(&heard);
}

static void given_a_stale_id_when_its_place_is_taken_again_then_the_new_core_is_not_meant(void) {
    struct heard heard = {0}, heirs[32] = {{0}};
    adit_core stale = open_core("counter", "{}", &heard);
    CHECK_INT(adit_close(stale, 0), ADIT_OK);
    for (size_t index = 0; index < 32; index++) {
        adit_core heir = open_core("counter", "{}", &heirs[index]);
        CHECK(heir != stale);
        check_no_core(stale);
        CHECK_COUNTS(heir, 0);
        CHECK_INT(adit_close(heir, 0), ADIT_OK);
        CHECK_INT(heirs[index].released, 1);
        heard_forget(&heirs[index]);
    }
    CHECK_INT(heard.released, 1);
    heard_forget(&heard);
}

int main(void) {
    given_no_core_at_all_when_any_id_is_used_then_ecore();
    given_a_core_when_invented_ids_are_used_then_ecore_and_the_core_goes_on();
    given_a_closed_core_when_it_is_used_then_ecore();
    given_a_stale_id_when_its_place_is_taken_again_then_the_new_core_is_not_meant();
    return check_result();
}
