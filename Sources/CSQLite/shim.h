#ifndef ADHAN_CSQLITE_SHIM_H
#define ADHAN_CSQLITE_SHIM_H

#pragma clang module import SwiftGlibc // as in CLinux
#include <sqlite3.h>

// SQLite copies the text. Wrapped because SQLITE_TRANSIENT is a cast, which Swift does not import.
static inline int adhand_bind_text(sqlite3_stmt *statement, int parameter, const char *text, int bytes) {
    return sqlite3_bind_text(statement, parameter, text, bytes, SQLITE_TRANSIENT);
}

#endif
