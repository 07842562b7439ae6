#ifndef ADHAN_CMOSQUITTO_READ_H
#define ADHAN_CMOSQUITTO_READ_H

#include <mosquitto.h>

// Reads from a broker with a limit on memory. libmosquitto 2.0 has no limit of its own for MQTT 3.1.1: it allocates as
// much as a packet's first bytes announce, up to 256 MB. In C, because the limit stands in the way of malloc.

/// Like mosquitto_loop_read for one packet. A longer packet than a megabyte ends the connection with MOSQ_ERR_NOMEM.
int adhan_mosquitto_read(struct mosquitto *connection);

#endif
