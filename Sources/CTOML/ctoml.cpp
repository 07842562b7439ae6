// toml++ asserts its parser's assumptions, and relies on them if assertions are off. A config may contain anything:
// here a failed assertion throws and becomes an ordinary error.
#undef NDEBUG
struct ctoml_surprise {};
#define TOML_ASSERT(expr) ((expr) ? void(0) : throw ctoml_surprise())
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_WINDOWS_COMPAT 0
#include <toml++/toml.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "ctoml.h"

struct ctoml_document {
    toml::table table;
    // An array, because storing an error must not throw another.
    char error[256] = {};
    uint32_t error_line = 0;
    bool failed = false;
    std::vector<ctoml_node> nodes;
};

namespace {

void collect(ctoml_document &document, const toml::table &table, size_t parent);

void add(ctoml_document &document, const toml::node &node, std::string_view key, size_t parent) {
    ctoml_node out = {};
    out.parent = parent;
    out.key = key.data();
    out.key_length = key.size();
    out.line = node.source().begin.line;
    out.column = node.source().begin.column;
    out.begin_line = node.source().begin.line;
    out.begin_column = node.source().begin.column;
    out.end_line = node.source().end.line;
    out.end_column = node.source().end.column;
    const size_t index = document.nodes.size();
    if (auto *table = node.as_table()) {
        out.kind = CTOML_TABLE;
        out.is_inline = table->is_inline();
        document.nodes.push_back(out);
        collect(document, *table, index);
        return;
    }
    if (auto *array = node.as_array()) {
        out.kind = CTOML_ARRAY;
        document.nodes.push_back(out);
        for (auto &element : *array) add(document, element, {}, index);
        return;
    }
    if (auto *text = node.as_string()) {
        out.kind = CTOML_STRING;
        out.text = (*text)->data();
        out.text_length = (*text)->size();
    } else if (auto *integer = node.as_integer()) {
        out.kind = CTOML_INTEGER;
        out.integer = integer->get();
    } else if (auto *number = node.as_floating_point()) {
        out.kind = CTOML_FLOAT;
        out.number = number->get();
    } else if (auto *boolean = node.as_boolean()) {
        out.kind = CTOML_BOOLEAN;
        out.boolean = boolean->get();
    } else {
        out.kind = CTOML_DATE_OR_TIME;
    }
    document.nodes.push_back(out);
}

// toml++ sorts a table by name; a reader of the faults expects the order of the file.
void collect(ctoml_document &document, const toml::table &table, size_t parent) {
    std::vector<std::pair<const toml::key *, const toml::node *>> members;
    for (auto &&[key, node] : table) members.emplace_back(&key, &node);
    std::stable_sort(members.begin(), members.end(), [](auto &a, auto &b) {
        auto &x = a.first->source().begin, &y = b.first->source().begin;
        return x.line != y.line ? x.line < y.line : x.column < y.column;
    });
    for (auto &[key, node] : members) {
        const size_t index = document.nodes.size();
        add(document, *node, key->str(), parent);
        // The position of the key is more useful than that of the value: people look for the key.
        document.nodes[index].line = key->source().begin.line;
        document.nodes[index].column = key->source().begin.column;
    }
}

void fail(ctoml_document &document, std::string_view reason) {
    document.failed = true;
    document.nodes.clear();
    std::snprintf(document.error, sizeof document.error, "%.*s", static_cast<int>(reason.size()), reason.data());
}

bool surprises(std::string_view text) {
    try {
        (void)toml::parse(text);
        return false;
    } catch (const ctoml_surprise &) {
        return true;
    }
}

// The line, 1-based, at which an assertion of toml++ fails, which does not report its position. toml++ reads from the
// front: a text cut off after that line fails as well, and one cut off before it does not.
uint32_t surprising_line(std::string_view text) {
    std::vector<size_t> ends;
    for (size_t i = 0; i < text.size(); i++)
        if (text[i] == '\n') ends.push_back(i + 1);
    ends.push_back(text.size());
    auto first = std::partition_point(
        ends.begin(), ends.end(), [&](size_t end) { return !surprises(text.substr(0, end)); });
    return static_cast<uint32_t>(std::min<size_t>(first - ends.begin(), ends.size() - 1) + 1);
}

}  // namespace

ctoml_document *ctoml_parse(const char *bytes, size_t length) {
    ctoml_document *document = nullptr;
    // Nothing may be thrown into Swift, which could not catch it.
    try {
        document = new ctoml_document;
        toml::parse_result result = toml::parse(std::string_view(bytes, length));
        if (!result) {
            document->error_line = result.error().source().begin.line;
            fail(*document, result.error().description());
            return document;
        }
        document->table = std::move(result).table();
        collect(*document, document->table, SIZE_MAX);
    } catch (const ctoml_surprise &) {
        fail(*document, "this line makes no sense");
        try {
            document->error_line = surprising_line(std::string_view(bytes, length));
        } catch (...) {
            document->error_line = 0;
        }
    } catch (const std::bad_alloc &) {
        delete document;
        return nullptr;
    } catch (...) {
        fail(*document, "the parser gave up");
    }
    return document;
}

void ctoml_free(ctoml_document *document) { delete document; }

const char *ctoml_error(const ctoml_document *document) {
    return document->failed ? document->error : nullptr;
}

uint32_t ctoml_error_line(const ctoml_document *document) { return document->error_line; }

size_t ctoml_count(const ctoml_document *document) { return document->nodes.size(); }

ctoml_node ctoml_at(const ctoml_document *document, size_t index) { return document->nodes[index]; }
