#pragma clang module import SwiftGlibc // as in CLinux
#include <mosquitto.h>
