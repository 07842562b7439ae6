// libmicrohttpd, and what of it Swift cannot call or name: a function with variable arguments, and enumerations that are renamed.
#include <microhttpd.h>

// The limits of a server: connections in all and from one address, bytes of memory for each, seconds of silence.
struct adhan_limits {
    unsigned connections;
    unsigned of_address;
    size_t memory;
    unsigned silence;
};

// A server with one thread of its own; NULL if it cannot listen.
static inline struct MHD_Daemon *adhan_listen(const struct sockaddr *address, int is_v6, struct adhan_limits limits,
                                              MHD_AccessHandlerCallback handler, void *context) {
    return MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | (is_v6 ? MHD_USE_IPv6 : 0), 0, NULL, NULL,
                            handler, context, MHD_OPTION_SOCK_ADDR, address, MHD_OPTION_CONNECTION_LIMIT, limits.connections,
                            MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits.of_address, MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory,
                            MHD_OPTION_CONNECTION_TIMEOUT, limits.silence, MHD_OPTION_END);
}

// The port on which it listens.
static inline int adhan_port(struct MHD_Daemon *server) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

// The value of an argument or a header; NULL if there is none.
static inline const char *adhan_argument(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
}

static inline const char *adhan_header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

// Bytes that are never freed, or copied.
static inline struct MHD_Response *adhan_response(const void *bytes, size_t count, int is_permanent) {
    return MHD_create_response_from_buffer(count, (void *)bytes, is_permanent ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_COPY);
}

static inline struct MHD_Response *adhan_stream(size_t block, MHD_ContentReaderCallback reader, void *context,
                                                MHD_ContentReaderFreeCallback ended) {
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, block, reader, context, ended);
}

static const ssize_t adhan_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
