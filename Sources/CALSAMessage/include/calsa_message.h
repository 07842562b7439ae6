#ifndef ADHAN_CALSA_MESSAGE_H
#define ADHAN_CALSA_MESSAGE_H

// What ALSA complains of, kept for the sentence that names the fault. In C, since the handler is variadic, which Swift cannot
// define; and a target of its own, since a variable in a header would be another one in each file that calls it.

/// Has each complaint kept, for the whole process. ALSA's own handler writes to stderr, where a retry each second would fill the
/// journal.
void adhan_alsa_keep_messages(void);

/// The last complaint on this thread; empty where there was none since it was forgotten. Never NULL; valid until the next one.
const char *adhan_alsa_message(void);

void adhan_alsa_forget_message(void);

#endif
