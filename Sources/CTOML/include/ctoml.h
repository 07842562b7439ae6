#ifndef CTOML_H
#define CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// toml++ is a C++ library. This wrapper gives Swift a parsed document as a flat list, in the order of the file, with
// the position of every value, because every fault in a config must name its line.

typedef enum {
    CTOML_TABLE, CTOML_ARRAY, CTOML_STRING, CTOML_INTEGER, CTOML_FLOAT, CTOML_BOOLEAN, CTOML_DATE_OR_TIME
} ctoml_kind;

typedef struct {
    size_t parent;        // the index of its table or array; SIZE_MAX at the top
    const char *key;      // UTF-8, not terminated; NULL in an array
    size_t key_length;
    ctoml_kind kind;
    const char *text;     // of a string; UTF-8, not terminated
    size_t text_length;
    int64_t integer;
    double number;
    bool boolean;
    uint32_t line, column;  // 1-based, of the key; in an array, of the value
    // 1-based, in code points: where the value's text begins, and the position behind it. For a table with a header,
    // the header's.
    uint32_t begin_line, begin_column, end_line, end_column;
    bool is_inline;         // a table in braces
} ctoml_node;

typedef struct ctoml_document ctoml_document;

// NULL only if memory is exhausted. Text that is not TOML gives an error and no nodes. Must be released with
// ctoml_free.
ctoml_document *ctoml_parse(const char *bytes, size_t length);
void ctoml_free(ctoml_document *document);

// NULL if there was no error.
const char *ctoml_error(const ctoml_document *document);
uint32_t ctoml_error_line(const ctoml_document *document);

size_t ctoml_count(const ctoml_document *document);
// Valid until the document is released. The index must be less than the count.
ctoml_node ctoml_at(const ctoml_document *document, size_t index);

#ifdef __cplusplus
}
#endif
#endif
