#define _GNU_SOURCE
#include "gateways.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A number of digits alone, up to `most`; -1 if it is none. */
static long read_number(const char *text, long most) {
    size_t length = strlen(text);
    if (length == 0 || length > 5 || strspn(text, "0123456789") != length)
        return -1;
    long number = strtol(text, NULL, 10);
    return number <= most ? number : -1;
}

/* -- Origins. -- */

bool origin_read(const char *text, origin *origin) {
    *origin = (struct origin){0};
    const char *colon = strstr(text, "://");
    if (colon == NULL)
        return false;
    size_t length = (size_t)(colon - text);
    if (strncmp(text, "https", length) != 0 || length < 4) /* "http" is its beginning */
        return false;
    const char *host = colon + 3, *end = host + strlen(host);
    const char *port = host[0] == '[' ? strchr(host, ']') : host;
    port = port != NULL ? strchr(port, ':') : NULL;
    if (strpbrk(host, "/?#@*\\ ") != NULL || port == host || *host == '\0')
        return false;
    origin->port = length == 5 ? 443 : 80;
    if (port != NULL) {
        origin->port = read_number(port + 1, 65535);
        if (origin->port < 1)
            return false;
        end = port;
    }
    origin->scheme = strndup(text, length);
    origin->host = strndup(host, (size_t)(end - host));
    if (origin->scheme != NULL && origin->host != NULL)
        return true;
    free(origin->scheme);
    free(origin->host);
    return false;
}

/* A host that begins with a dot stands for the names below, and not for the name itself. */
static bool matches(const char *pattern, const char *host) {
    size_t length = strlen(host), wanted = strlen(pattern);
    if (pattern[0] != '.')
        return strcasecmp(pattern, host) == 0;
    return length > wanted && strcasecmp(pattern, host + length - wanted) == 0;
}

bool origins_allow(const adit_gateways *gateways, const char *scheme, const char *host, long port) {
    for (size_t index = 0; index < gateways->origin_count; index++) {
        const origin *origin = &gateways->origins[index];
        if (strcasecmp(origin->scheme, scheme) == 0 && origin->port == port && matches(origin->host, host))
            return true;
    }
    return false;
}

/* -- Addresses. -- */

bool block_read(const char *text, block *block) {
    char address[INET6_ADDRSTRLEN];
    size_t length = strcspn(text, "/");
    if (length >= sizeof address || text[length] != '/')
        return false;
    memcpy(address, text, length);
    address[length] = '\0';
    *block = (struct block){.family = strchr(address, ':') != NULL ? AF_INET6 : AF_INET};
    if (inet_pton(block->family, address, block->bytes) != 1)
        return false;
    block->bits = (int)read_number(text + length + 1, block->family == AF_INET ? 32 : 128);
    return block->bits >= 0;
}

static bool has(const block *block, int family, const unsigned char *bytes) {
    if (block->family != family)
        return false;
    int whole = block->bits / 8, rest = block->bits % 8;
    return memcmp(block->bytes, bytes, (size_t)whole) == 0 &&
           (rest == 0 || ((block->bytes[whole] ^ bytes[whole]) >> (8 - rest)) == 0);
}

/* What is not reachable from everywhere, by the registries of special-purpose addresses (IANA, RFC 6890), and multicast;
 * of version 6, all but the global unicast addresses, 2000::/3, and parts of those. */
static const char *const special[] = {
    "0.0.0.0/8",     "10.0.0.0/8",      "100.64.0.0/10",  "127.0.0.0/8",    "169.254.0.0/16",
    "172.16.0.0/12", "192.0.0.0/24",    "192.0.2.0/24",   "192.88.99.0/24", "192.168.0.0/16",
    "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",    "::/3",
    "4000::/2",      "8000::/1",        "2001::/23",      "2001:db8::/32",  "3fff::/20",
};

static bool is_allowed(const adit_gateways *gateways, int family, const unsigned char *bytes) {
    for (size_t index = 0; index < gateways->block_count; index++) {
        if (has(&gateways->blocks[index], family, bytes))
            return true;
    }
    for (size_t index = 0; index < sizeof special / sizeof *special; index++) {
        block block;
        if (block_read(special[index], &block) && has(&block, family, bytes))
            return false;
    }
    return true;
}

bool addresses_allow(const adit_gateways *gateways, const struct sockaddr *address) {
    if (address->sa_family == AF_INET)
        return is_allowed(gateways, AF_INET, (const unsigned char *)&((const struct sockaddr_in *)address)->sin_addr);
    if (address->sa_family != AF_INET6)
        return false;
    const unsigned char *bytes = ((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr;
    /* An address of version 4 within one of version 6: mapped, translated (64:ff9b::/96), and 6to4. */
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff}, translated[12] = {0, 0x64, 0xff, 0x9b},
                               six_to_four[2] = {0x20, 0x02};
    if (memcmp(bytes, mapped, 12) == 0 || memcmp(bytes, translated, 12) == 0)
        return is_allowed(gateways, AF_INET, bytes + 12);
    if (memcmp(bytes, six_to_four, 2) == 0 && !is_allowed(gateways, AF_INET, bytes + 2))
        return false;
    return is_allowed(gateways, AF_INET6, bytes);
}
