// libmicrohttpd, and what of it Swift cannot call or name: a function with variable arguments, and enumerations that
// are renamed.
#include <arpa/inet.h>
#include <microhttpd.h>
#include <string.h>

// The limits of a server: connections, bytes of memory for each, seconds of silence.
struct adhan_limits {
    unsigned connections;
    size_t memory;
    unsigned silence;
};

// What the server tells of its connections. Each is called on its thread, with the context.
struct adhan_callbacks {
    MHD_NotifyConnectionCallback connection;
    MHD_AccessHandlerCallback handler;
    MHD_RequestCompletedCallback completed;
};

// The length of a request's address as it was sent, for the first call of the handler; NULL if it has an encoded NUL or
// more than 32 arguments. Those are cut off: the library closes a connection, without an answer, if they need more
// memory than the connection has. The address is in that memory.
static inline void *adhan_uri_length(void *context, const char *uri, struct MHD_Connection *connection) {
    (void)context, (void)connection;
    const char *each = uri;
    for (int count = 0; (each = strchr(each, '&')); each++)
        if (++count == 32) {
            char *rest = strpbrk(uri, "?&");
            return memset(rest, 0, strlen(rest)), NULL;
        }
    return strstr(uri, "%00") ? NULL : (void *)strlen(uri);
}

// A server with one thread of its own; NULL if it cannot listen. On [::] it takes connections of IPv4, too. With a
// certificate and its key, as PEM, it speaks TLS 1.2 and 1.3.
static inline struct MHD_Daemon *adhan_listen(const struct sockaddr *address, int is_v6, struct adhan_limits limits,
                                              struct adhan_callbacks call, void *context, const char *certificate,
                                              const char *key) {
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | (is_v6 ? MHD_USE_DUAL_STACK : 0);
    struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, NULL}};
    struct MHD_OptionItem secure[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(flags | (certificate ? MHD_USE_TLS : 0), 0, NULL, NULL,
                            call.handler, context, MHD_OPTION_NOTIFY_CONNECTION, call.connection, context,
                            MHD_OPTION_NOTIFY_COMPLETED, call.completed, context, MHD_OPTION_SOCK_ADDR, address,
                            MHD_OPTION_CONNECTION_LIMIT, limits.connections,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory,
                            MHD_OPTION_CONNECTION_TIMEOUT, limits.silence,
                            MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK, adhan_uri_length, NULL,
                            MHD_OPTION_ARRAY, certificate ? secure : plain, MHD_OPTION_END);
}

// Whether an address is this box's own 127.0.0.1 or ::1. Of the other addresses of 127.0.0.0/8 one program can have
// many.
static inline int adhan_is_own(const struct sockaddr *address) {
    static const unsigned char mapped[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1};
    if (!address) return 0;
    if (address->sa_family == AF_INET)
        return ((const struct sockaddr_in *)address)->sin_addr.s_addr == htonl(INADDR_LOOPBACK);
    if (address->sa_family != AF_INET6) return 0;
    const struct in6_addr *own = &((const struct sockaddr_in6 *)address)->sin6_addr;
    return memcmp(own, &in6addr_loopback, sizeof *own) == 0 || memcmp(own, mapped, sizeof *own) == 0;
}

// The address as sixteen bytes, those of IPv4 as IPv6 has them; zeroes where it is not known.
static inline void adhan_address(const struct sockaddr *address, unsigned char *bytes) {
    memset(bytes, 0, 16);
    if (!address) return;
    if (address->sa_family == AF_INET) {
        memset(bytes + 10, 0xff, 2);
        memcpy(bytes + 12, &((const struct sockaddr_in *)address)->sin_addr, 4);
    } else if (address->sa_family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
    }
}

// Whether a connection begins, as opposed to ends.
static inline int adhan_is_start(enum MHD_ConnectionNotificationCode change) {
    return change == MHD_CONNECTION_NOTIFY_STARTED;
}

// The client's address; NULL if it is not known.
static inline const struct sockaddr *adhan_client(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

// The connection's socket; -1 if it has none.
static inline int adhan_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
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

// Calls back with each argument.
static inline void adhan_arguments(struct MHD_Connection *connection, MHD_KeyValueIterator each, void *context) {
    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, each, context);
}

// Calls back with each header: the pointers lead into the bytes that were sent.
static inline void adhan_headers(struct MHD_Connection *connection, MHD_KeyValueIteratorN each, void *context) {
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, each, context);
}

// The bytes of a request's head, with its last empty line; 0 if that is not known.
static inline size_t adhan_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

static inline const char *adhan_header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

// The bytes are copied.
static inline struct MHD_Response *adhan_response(const void *bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

// A part of a file, which the response closes.
static inline struct MHD_Response *adhan_file(int file, uint64_t offset, uint64_t size) {
    return MHD_create_response_from_fd_at_offset64(size, file, offset);
}

static inline struct MHD_Response *adhan_stream(size_t block, MHD_ContentReaderCallback reader, void *context,
                                                MHD_ContentReaderFreeCallback ended) {
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, block, reader, context, ended);
}

static const ssize_t adhan_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
