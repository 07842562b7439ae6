#ifndef ADHAN_CEXPAT_SHIM_H
#define ADHAN_CEXPAT_SHIM_H

#pragma clang module import SwiftGlibc // as in CLinux
#include <expat.h>

// Expat 2.9 deprecates these two functions. Debian 12 lacks their successors.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
static inline XML_Size adhan_xml_line(XML_Parser parser) { return XML_GetCurrentLineNumber(parser); }
static inline XML_Index adhan_xml_byte(XML_Parser parser) { return XML_GetCurrentByteIndex(parser); }
#pragma clang diagnostic pop

#endif
