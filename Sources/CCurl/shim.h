#ifndef ADHAN_CCURL_SHIM_H
#define ADHAN_CCURL_SHIM_H

#pragma clang module import SwiftGlibc // as in CLinux
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not import. Each wrapper fixes the type of the
// value; libcurl's documentation says which option takes which type. curl.h also defines macros with both names that
// check the type at compile time, which fails if the option is a variable. The brackets avoid the macros.

static inline CURLcode adhan_curl_set_long(CURL *curl, CURLoption option, long value) {
    return (curl_easy_setopt)(curl, option, value);
}

static inline CURLcode adhan_curl_set_offset(CURL *curl, CURLoption option, curl_off_t value) {
    return (curl_easy_setopt)(curl, option, value);
}

static inline CURLcode adhan_curl_set_string(CURL *curl, CURLoption option, const char *value) {
    return (curl_easy_setopt)(curl, option, value);
}

static inline CURLcode adhan_curl_set_pointer(CURL *curl, CURLoption option, void *value) {
    return (curl_easy_setopt)(curl, option, value);
}

static inline CURLcode adhan_curl_set_data(CURL *curl, CURLoption option, const void *value) {
    return (curl_easy_setopt)(curl, option, value);
}

// The same for curl_multi_setopt.
static inline CURLMcode adhan_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return (curl_multi_setopt)(multi, option, value);
}

static inline CURLMcode adhan_curl_multi_set_callbacks(
    CURLM *multi, curl_socket_callback watch, curl_multi_timer_callback wake, void *context
) {
    CURLMcode code = (curl_multi_setopt)(multi, CURLMOPT_SOCKETDATA, context);
    if (code == CURLM_OK) code = (curl_multi_setopt)(multi, CURLMOPT_SOCKETFUNCTION, watch);
    if (code == CURLM_OK) code = (curl_multi_setopt)(multi, CURLMOPT_TIMERDATA, context);
    return code == CURLM_OK ? (curl_multi_setopt)(multi, CURLMOPT_TIMERFUNCTION, wake) : code;
}

// The result of a message is in a union.
static inline CURLcode adhan_curl_result(const CURLMsg *message) {
    return message->data.result;
}

static inline CURLcode adhan_curl_set_write(CURL *curl, curl_write_callback write, void *context) {
    CURLcode code = (curl_easy_setopt)(curl, CURLOPT_WRITEDATA, context);
    return code == CURLE_OK ? (curl_easy_setopt)(curl, CURLOPT_WRITEFUNCTION, write) : code;
}

// libcurl tells the dialogue with the server only to a debug callback, and only in its verbose mode.
static inline CURLcode adhan_curl_set_debug(CURL *curl, curl_debug_callback debug, void *context) {
    CURLcode code = (curl_easy_setopt)(curl, CURLOPT_DEBUGDATA, context);
    if (code == CURLE_OK) code = (curl_easy_setopt)(curl, CURLOPT_DEBUGFUNCTION, debug);
    return code == CURLE_OK ? (curl_easy_setopt)(curl, CURLOPT_VERBOSE, 1L) : code;
}

static inline CURLcode adhan_curl_get_long(CURL *curl, CURLINFO info, long *value) {
    return (curl_easy_getinfo)(curl, info, value);
}

static inline CURLcode adhan_curl_get_offset(CURL *curl, CURLINFO info, curl_off_t *value) {
    return (curl_easy_getinfo)(curl, info, value);
}

// The result belongs to the handle and is valid until its next transfer.
static inline CURLcode adhan_curl_get_string(CURL *curl, CURLINFO info, const char **value) {
    return (curl_easy_getinfo)(curl, info, value);
}

#endif
