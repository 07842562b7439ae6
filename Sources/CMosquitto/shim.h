#pragma clang module import SwiftGlibc // as in CLinux
#include <mosquitto.h>
#include <mqtt_protocol.h>
