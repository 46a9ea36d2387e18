/*
 * slim-archive IN OUT: copies a static library of the Swift runtime so that the linker can leave out what is not used.
 *
 * - Swift's compiler marks every public function and constant as needed from outside (SHF_GNU_RETAIN), and
 *   --gc-sections keeps what is marked. An app library has no such users: references to functions are in the objects.
 *   What the runtime finds by name at run time, the records of types and conformances (swift5_…), stays marked.
 * - A section of zeros, as Backtrace.cpp has one of 64 kB, needs no room in a file (SHT_NOBITS).
 *
 * It reads archives of GNU form with objects of ELF, 64 bits, in the order of bytes of this machine; another object is copied
 * as it is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

static const size_t page = 4096;

static int stop(const char *file, const char *reason) {
    fprintf(stderr, "slim-archive: %s: %s\n", file, reason);
    return EXIT_FAILURE;
}

static int is_zero(const unsigned char *bytes, size_t size) {
    return size == 0 || (bytes[0] == 0 && memcmp(bytes, bytes + 1, size - 1) == 0);
}

/* Returns whether an object of that size has a part. */
static int has(size_t size, uint64_t offset, uint64_t length) {
    return offset <= size && length <= size - offset;
}

static void slim(unsigned char *object, size_t size) {
    Elf64_Ehdr head;
    Elf64_Shdr first, names;
    const uint16_t order = 1;
    const unsigned char here = *(const unsigned char *)&order == 1 ? ELFDATA2LSB : ELFDATA2MSB;
    if (size < sizeof head || memcmp(object, ELFMAG, SELFMAG) != 0 || object[EI_CLASS] != ELFCLASS64 ||
        object[EI_DATA] != here)
        return;
    memcpy(&head, object, sizeof head);
    if (head.e_shentsize != sizeof first || !has(size, head.e_shoff, sizeof first))
        return;
    /* Of more sections than 16 bits count, the first says how many there are, and which has their names. */
    memcpy(&first, object + head.e_shoff, sizeof first);
    uint64_t count = head.e_shnum != 0 ? head.e_shnum : first.sh_size;
    uint64_t last = head.e_shstrndx != SHN_XINDEX ? head.e_shstrndx : first.sh_link;
    if (count > size / sizeof first || !has(size, head.e_shoff, count * sizeof first) || last >= count)
        return;
    memcpy(&names, object + head.e_shoff + last * sizeof names, sizeof names);
    if (!has(size, names.sh_offset, names.sh_size))
        return;
    for (uint64_t index = 1; index < count; index++) {
        unsigned char *place = object + head.e_shoff + index * sizeof(Elf64_Shdr);
        Elf64_Shdr section;
        memcpy(&section, place, sizeof section);
        /* Names that begin with a dot are code and data; others are records, which the runtime looks through. */
        if (section.sh_name < names.sh_size && object[names.sh_offset + section.sh_name] == '.')
            section.sh_flags &= ~(uint64_t)SHF_GNU_RETAIN;
        if (section.sh_type == SHT_PROGBITS &&
            (section.sh_flags & (SHF_ALLOC | SHF_WRITE)) == (SHF_ALLOC | SHF_WRITE) && section.sh_size >= page &&
            has(size, section.sh_offset, section.sh_size) && is_zero(object + section.sh_offset, section.sh_size))
            section.sh_type = SHT_NOBITS;
        memcpy(place, &section, sizeof section);
    }
}

/* Slims all objects; returns whether the archive is whole. */
static int slim_members(unsigned char *archive, size_t size) {
    static const size_t header = 60, at_length = 48, digits = 10;
    for (size_t offset = 8; offset < size;) {
        char text[11] = "";
        if (size - offset < header)
            return 0;
        memcpy(text, archive + offset + at_length, digits);
        size_t length = strtoul(text, NULL, 10);
        offset += header;
        if (length > size - offset)
            return 0;
        slim(archive + offset, length);
        offset += length + length % 2;
    }
    return 1;
}

static unsigned char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    long length;
    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) > 0 && fseek(file, 0, SEEK_SET) == 0) {
        *size = (size_t)length;
        bytes = malloc(*size);
        if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(file);
    return bytes;
}

int main(int count, char **arguments) {
    static const char magic[] = "!<arch>\n";
    size_t size = 0;
    if (count != 3) {
        fprintf(stderr, "usage: slim-archive IN OUT\n");
        return EXIT_FAILURE;
    }
    unsigned char *archive = read_file(arguments[1], &size);
    if (archive == NULL)
        return stop(arguments[1], "cannot be read");
    if (size < sizeof magic - 1 || memcmp(archive, magic, sizeof magic - 1) != 0 || !slim_members(archive, size)) {
        free(archive);
        return stop(arguments[1], "found no whole archive; a static library is expected");
    }
    FILE *file = fopen(arguments[2], "wb");
    int written = file != NULL && fwrite(archive, 1, size, file) == size;
    written = file != NULL && fclose(file) == 0 && written;
    free(archive);
    return written ? EXIT_SUCCESS : stop(arguments[2], "cannot be written");
}
