#define _GNU_SOURCE
#include "gateways.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static const char temporary[] = ".new-";

bool is_made(const char *name) {
    return strncmp(name, temporary, strlen(temporary)) == 0;
}

/* Removes what a process that was killed had begun. */
static void remove_unfinished(int folder) {
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = copy >= 0 ? fdopendir(copy) : NULL;
    if (entries == NULL) {
        if (copy >= 0)
            close(copy);
        return;
    }
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (is_made(entry->d_name))
            unlinkat(folder, entry->d_name, 0);
    }
    closedir(entries);
}

int32_t blobs_open(adit_gateways *gateways, const json_t *path, adit_error *error) {
    const char *name = json_string_value(path);
    if (mkdir(name, 0700) == 0 || errno == EEXIST)
        gateways->blobs = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (gateways->blobs < 0)
        return fail_value(error, ADIT_ECONFIG, "blobs.path", path, strerror(errno), "a folder, or room for one,");
    if (flock(gateways->blobs, LOCK_EX | LOCK_NB) != 0)
        return fail_value(error, ADIT_ELOCKED, "blobs.path", path, "in use by other gateways",
                          "a folder that these have alone");
    remove_unfinished(gateways->blobs);
    return ADIT_OK;
}

static bool is_digest(const char *id) {
    return strlen(id) == DIGEST_TEXT && strspn(id, "0123456789abcdef") == DIGEST_TEXT;
}

int blobs_find(adit_gateways *gateways, const char *id, json_int_t *length) {
    struct stat about;
    if (!is_digest(id)) {
        errno = ENOENT;
        return -1;
    }
    int file = openat(gateways->blobs, id, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file >= 0 && fstat(file, &about) != 0) {
        close(file);
        return -1;
    }
    if (file >= 0)
        *length = about.st_size;
    return file;
}

/* -- Writing. -- */

int make_file(int folder, char name[32]) {
    for (;;) {
        uint64_t random;
        if (getrandom(&random, sizeof random, 0) != sizeof random)
            return -1;
        snprintf(name, 32, "%s%016llx", temporary, (unsigned long long)random);
        int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
}

bool write_all(int file, const void *data, size_t length) {
    const char *next = data;
    while (length > 0) {
        ssize_t count = write(file, next, length);
        if (count < 0 && errno != EINTR)
            return false;
        if (count > 0) {
            next += count;
            length -= (size_t)count;
        }
    }
    return true;
}

bool blob_begin(adit_gateways *gateways, blob_writer *writer) {
    *writer = (blob_writer){.folder = gateways->blobs};
    writer->file = make_file(gateways->blobs, writer->name);
    if (writer->file < 0)
        return false;
    writer->digest = EVP_MD_CTX_new();
    if (writer->digest != NULL && EVP_DigestInit_ex(writer->digest, EVP_sha256(), NULL) == 1)
        return true;
    blob_drop(writer);
    errno = ENOMEM;
    return false;
}

bool blob_write(blob_writer *writer, const void *data, size_t length) {
    writer->length += (json_int_t)length;
    return EVP_DigestUpdate(writer->digest, data, length) == 1 && write_all(writer->file, data, length);
}

void blob_drop(blob_writer *writer) {
    if (writer->file >= 0 && writer->name[0] != '\0') {
        close(writer->file);
        unlinkat(writer->folder, writer->name, 0);
    }
    EVP_MD_CTX_free(writer->digest);
    *writer = (blob_writer){.file = -1};
}

json_t *blob_end(blob_writer *writer) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    char id[DIGEST_TEXT + 1];
    bool is_good = EVP_DigestFinal_ex(writer->digest, digest, &size) == 1 && size * 2 == DIGEST_TEXT;
    for (unsigned int index = 0; is_good && index < size; index++)
        sprintf(id + index * 2, "%02x", digest[index]);
    /* The blob is on the disk before a core hears of it: what the core keeps of it would be nothing otherwise. */
    is_good = is_good && fsync(writer->file) == 0 && renameat(writer->folder, writer->name, writer->folder, id) == 0;
    if (is_good)
        is_good = fsync(writer->folder) == 0;
    json_int_t length = writer->length;
    int reason = errno;
    blob_drop(writer); /* what was renamed has no file of the old name */
    errno = reason;
    return is_good ? json_pack("{s:s,s:I}", "id", id, "bytes", length) : NULL;
}

/* -- The gateway. -- */

static void put(adit_gateways *gateways, request *request, const json_t *arguments) {
    const char *reason;
    bytes bytes;
    const char *code = content_read(gateways, json_object_get(arguments, "content"), &bytes, &reason);
    if (code != NULL) {
        answer_error(gateways, request, code, "%s", reason);
        return;
    }
    blob_writer writer = {.file = -1};
    json_t *blob = NULL;
    if (bytes.file >= 0) /* it is one */
        blob = json_pack("{s:O,s:I}", "id",
                         json_object_get(json_object_get(json_object_get(arguments, "content"), "blob"), "id"), "bytes",
                         (json_int_t)bytes.length);
    else if (blob_begin(gateways, &writer) && blob_write(&writer, bytes.data, bytes.length))
        blob = blob_end(&writer);
    int error = errno;
    blob_drop(&writer);
    bytes_free(&bytes);
    if (blob != NULL)
        answer_result(gateways, request, json_pack("{s:o}", "blob", blob));
    else
        answer_error(gateways, request, "storage", "the blob cannot be written: %s", strerror(error));
}

static void read_part(adit_gateways *gateways, request *request, const json_t *arguments, int file) {
    form form = form_of(arguments);
    json_int_t from = number_of(arguments, "from", 0, INT64_MAX, 0),
               limit = number_of(arguments, "limit", 0, 8 << 20, COPY_BLOCK);
    bool as_text = form == FORM_TEXT;
    if (from < 0 || limit < 0 || (!as_text && form != FORM_BASE64)) {
        answer_error(gateways, request, "invalid", "%s",
                     from < 0    ? "from: a whole number from 0 on is expected"
                     : limit < 0 ? "limit: a whole number from 0 to 8388608 is expected"
                                 : "form: text or base64 is expected");
        return;
    }
    char *data = malloc((size_t)limit + 1);
    ssize_t count = data != NULL ? pread(file, data, (size_t)limit, from) : -1;
    if (count < 0)
        answer_error(gateways, request, "storage", "the blob cannot be read: %s", strerror(errno));
    else
        answer_result(
            gateways, request,
            json_pack("{s:o}", "content",
                      content_make(data, as_text ? whole_characters(data, (size_t)count) : (size_t)count, as_text)));
    free(data);
}

void blobs_serve(adit_gateways *gateways, request *request) {
    static const char *const kinds[] = {"read", "find", "remove", "put", NULL};
    const json_t *arguments;
    int kind = kind_of(request->body, kinds, &arguments);
    if (kind == 3) {
        put(gateways, request, arguments);
        return;
    }
    const char *id = text_of(arguments, "id");
    if (kind < 0 || id == NULL) {
        answer_error(gateways, request, "invalid", "one of put {content}, read, find, remove {id} is expected");
        return;
    }
    if (kind == 2) {
        if (is_digest(id) && unlinkat(gateways->blobs, id, 0) != 0 && errno != ENOENT)
            answer_error(gateways, request, "storage", "the blob cannot be removed: %s", strerror(errno));
        else
            answer_result(gateways, request, json_object());
        return;
    }
    json_int_t length;
    int file = blobs_find(gateways, id, &length);
    if (kind == 1 && (file >= 0 || errno == ENOENT))
        answer_result(gateways, request,
                      file >= 0 ? json_pack("{s:{s:s,s:I}}", "blob", "id", id, "bytes", length) : json_object());
    else if (file < 0)
        answer_error(gateways, request, errno == ENOENT ? "notFound" : "storage", "blob %s: %s", id, strerror(errno));
    else
        read_part(gateways, request, arguments, file);
    if (file >= 0)
        close(file);
}
