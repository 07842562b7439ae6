// Of libsystemd, the bus: it is how the machine is asked whether its clock is synchronised.
#include <systemd/sd-bus.h>
