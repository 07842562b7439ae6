#ifndef ADHAN_CALSA_MESSAGE_H
#define ADHAN_CALSA_MESSAGE_H

// Keeps ALSA's last error message for use in our own messages. In C, because the handler is variadic, which Swift
// cannot define. A separate target, because a variable in a header would exist once per file that includes it.

/// Installs the handler for the whole process. ALSA's own handler writes to stderr, where a retry each second would
/// flood the journal.
void adhan_alsa_keep_messages(void);

/// The last message on this thread; empty if there was none since it was last cleared. Never NULL; valid until the next
/// message.
const char *adhan_alsa_message(void);

void adhan_alsa_forget_message(void);

#endif
