// Uses of libsystemd: the bus, to ask whether the clock is synchronised; notifications to the service manager; journal
// entries with fields.
#pragma clang module import SwiftGlibc // as in CLinux
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
// Else sd_journal_sendv is a macro with __FILE__, which Swift does not import.
#define SD_JOURNAL_SUPPRESS_LOCATION 1
#include <systemd/sd-journal.h>
