/* The header alone, in C99, C11 and C++17 (exports.sh): nothing must be included before it. */
#include "adit.h"

int main(void) {
    return adit_abi_version() == ADIT_ABI_VERSION ? 0 : 1;
}
