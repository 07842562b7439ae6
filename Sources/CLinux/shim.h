// What Linux has and the Swift compiler's own map of glibc leaves out.
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
