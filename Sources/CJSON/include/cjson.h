#ifndef CJSON_H
#define CJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// nlohmann-json is a C++ library. This wrapper gives Swift a parsed document as a flat list, in the order of the file,
// with the line of every value, because every fault in a file must name its line. A key that is repeated in an
// object is listed repeatedly: the caller decides what that means.

typedef enum {
    CJSON_OBJECT, CJSON_ARRAY, CJSON_STRING, CJSON_INTEGER, CJSON_NUMBER, CJSON_BOOLEAN, CJSON_NULL
} cjson_kind;

enum { CJSON_MAX_DEPTH = 64 };  // nested objects and lists

typedef struct {
    size_t parent;        // the index of its object or array; SIZE_MAX at the top
    const char *key;      // UTF-8, not terminated; NULL in an array and at the top
    size_t key_length;
    cjson_kind kind;
    const char *text;     // of a string; UTF-8, not terminated
    size_t text_length;
    int64_t integer;
    double number;        // of a number that is no 64-bit integer
    bool boolean;
    uint32_t line;        // 1-based, of the key, or of the value if there is no key
} cjson_node;

typedef struct cjson_document cjson_document;

// NULL only if memory is exhausted. Text that is not JSON, is too deep or has more than max_nodes values gives an error
// and no nodes. Must be released with cjson_free.
cjson_document *cjson_parse(const char *bytes, size_t length, size_t max_nodes);
void cjson_free(cjson_document *document);

// NULL if there was no error. The line is 1-based.
const char *cjson_error(const cjson_document *document);
uint32_t cjson_error_line(const cjson_document *document);

size_t cjson_count(const cjson_document *document);
// Valid until the document is released. The index must be less than the count.
cjson_node cjson_at(const cjson_document *document, size_t index);

#ifdef __cplusplus
}
#endif
#endif
