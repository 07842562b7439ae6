#include <nlohmann/json.hpp>

#include <cstdio>
#include <deque>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cjson.h"

struct cjson_document {
    // A deque never moves its elements, so nodes can point into it.
    std::deque<std::string> texts;
    std::vector<cjson_node> nodes;
    // An array, so even a failed allocation can be reported.
    char error[160] = {};
    uint32_t error_line = 0;
    bool failed = false;
};

namespace {

// The position of the lexer.
struct place {
    uint32_t line = 1;
    // A newline counts only when the next character is read: the lexer ends a number by reading one character beyond
    // it, which may be the newline.
    bool after_newline = false;
};

// An input iterator over the bytes. All copies share one position, which is updated as bytes are read.
class cursor {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char *;
    using reference = const char &;

    cursor(const char *at, place *place) : at(at), where(place) {}

    reference operator*() const { return *at; }

    cursor &operator++() {
        where->line += where->after_newline;
        where->after_newline = *at == '\n';
        ++at;
        return *this;
    }

    bool operator==(const cursor &other) const { return at == other.at; }
    bool operator!=(const cursor &other) const { return at != other.at; }

private:
    const char *at;
    place *where;
};

// Stores the parser's events as nodes.
class collector {
public:
    collector(cjson_document &document, const place &place, size_t max_nodes)
        : document(document), where(place), max_nodes(max_nodes) {}

    bool null() { return add(node(CJSON_NULL)); }

    bool boolean(bool value) {
        auto out = node(CJSON_BOOLEAN);
        out.boolean = value;
        return add(out);
    }

    bool number_integer(int64_t value) {
        auto out = node(CJSON_INTEGER);
        out.integer = value;
        return add(out);
    }

    bool number_unsigned(uint64_t value) {
        return value <= INT64_MAX ? number_integer(static_cast<int64_t>(value)) : number(static_cast<double>(value));
    }

    bool number_float(double value, const std::string &) { return number(value); }

    bool string(std::string &value) {
        auto out = node(CJSON_STRING);
        const auto &kept = document.texts.emplace_back(std::move(value));
        out.text = kept.data();
        out.text_length = kept.size();
        return add(out);
    }

    bool key(std::string &value) {
        const auto &kept = document.texts.emplace_back(std::move(value));
        name = kept;
        named_at = where.line;
        return true;
    }

    bool start_object(size_t) { return open(CJSON_OBJECT); }
    bool start_array(size_t) { return open(CJSON_ARRAY); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    // JSON has no binary values; the interface requires the function.
    bool binary(std::vector<uint8_t> &) { return false; }

    bool parse_error(size_t, const std::string &, const nlohmann::json::exception &error) {
        // Formats: "[code] parse error at line 1, column 2: syntax error while parsing value - REASON; last read:
        // 'TOKEN'", or "[code] REASON". The token is left out, as it can be as long as the file.
        std::string_view reason = error.what();
        reason = reason.substr(0, reason.find("; last read: "));
        for (std::string_view end : {" - ", "] "}) {
            const auto found = reason.find(end);
            if (found == reason.npos) continue;
            reason.remove_prefix(found + end.size());
            break;
        }
        return fail(reason);
    }

    bool fail(std::string_view reason) {
        document.failed = true;
        document.error_line = where.line;
        std::snprintf(document.error, sizeof document.error, "%.*s", static_cast<int>(reason.size()), reason.data());
        return false;
    }

private:
    cjson_node node(cjson_kind kind) {
        cjson_node out = {};
        out.kind = kind;
        out.parent = parents.empty() ? SIZE_MAX : parents.back();
        out.key = name.data();
        out.key_length = name.size();
        out.line = name.data() ? named_at : where.line;
        name = {};
        return out;
    }

    bool number(double value) {
        auto out = node(CJSON_NUMBER);
        out.number = value;
        return add(out);
    }

    bool add(const cjson_node &node) {
        if (document.nodes.size() >= max_nodes) {
            return fail("it has more than " + std::to_string(max_nodes) + " values");
        }
        document.nodes.push_back(node);
        return true;
    }

    bool open(cjson_kind kind) {
        if (parents.size() >= CJSON_MAX_DEPTH) return fail("its lists and objects stand too deep within each other");
        const size_t index = document.nodes.size();
        if (!add(node(kind))) return false;
        parents.push_back(index);
        return true;
    }

    bool close() {
        parents.pop_back();
        return true;
    }

    cjson_document &document;
    const place &where;
    const size_t max_nodes;
    std::vector<size_t> parents;
    // The key of the next value; its data is null if there is none.
    std::string_view name;
    uint32_t named_at = 0;
};

}  // namespace

cjson_document *cjson_parse(const char *bytes, size_t length, size_t max_nodes) {
    cjson_document *document = nullptr;
    try {
        document = new cjson_document;
    } catch (...) {
        return nullptr;
    }
    place place;
    collector collector(*document, place, max_nodes);
    try {
        // The library's own words for it depend on its version.
        if (length == 0) collector.fail("it is empty");
        else nlohmann::json::sax_parse(cursor(bytes, &place), cursor(bytes + length, &place), &collector);
    } catch (const std::bad_alloc &) {
        collector.fail("there is not enough memory to read it");
    } catch (...) {
        // The library throws nothing else that we know of, but Swift could not catch it.
        collector.fail("the parser gave up");
    }
    if (document->failed) document->nodes.clear();
    return document;
}

void cjson_free(cjson_document *document) { delete document; }

const char *cjson_error(const cjson_document *document) { return document->failed ? document->error : nullptr; }

uint32_t cjson_error_line(const cjson_document *document) { return document->error_line; }

size_t cjson_count(const cjson_document *document) { return document->nodes.size(); }

cjson_node cjson_at(const cjson_document *document, size_t index) { return document->nodes[index]; }
