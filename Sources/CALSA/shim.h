#ifndef ADHAN_CALSA_SHIM_H
#define ADHAN_CALSA_SHIM_H

#pragma clang module import SwiftGlibc // as in CLinux
#include <alsa/asoundlib.h>
#include <errno.h>
#include <poll.h>

#endif
