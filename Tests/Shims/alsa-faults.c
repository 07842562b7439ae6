// Stands between adhand and libasound by LD_PRELOAD, and makes one device fail on cue, with the codes and states that no stand-in for
// a sound card gives by itself. The device keeps the last 100 ms as a card's buffer does: what a fault finds there is played or lost as it
// would be on the card, and what was played is handed on to the real device behind it, ALSA's file plugin.
//
//     ADHAND_ALSA_FAULTS="DEVICE FAULT@N/K FAULT@N/K …"
//
// N counts the writes that were taken and have sound in them, from 1; K is a number of times. busy/K has no N: it is the opening that fails.
// For crowded@N/K the K are milliseconds: so long it says that there is room, and takes nothing.
// ADHAND_ALSA_TRACE names a file for a line a call of resume and prepare that ended a fault, with what it answered, and one with how often it
// refused while it was crowded.

#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define NO_LIE (-1)

enum { HELD_BYTES = 17640, BUFFER_BYTES = 4 * HELD_BYTES };

static struct { char kind[16]; long at, times; bool over; } faults[16];
static int fault_count;
static char device[128];

static snd_pcm_t *pcm;
static char held[BUFFER_BYTES + (1 << 20)];
static size_t held_bytes;
static long sounding;       // writes with sound in them that were taken
static int lie = NO_LIE;    // the state that is told in the true one's place
static long refusals;       // openings still to be refused
static int refusal;
static long again, shorts;  // writes still to be put off, and to be taken in part
static double crowded_until;
static int crowded;
static int resume_again, resume_answer;
static bool stuck, wait_tells, endless_drain, relapses;

__attribute__((constructor)) static void read_script(void) {
    const char *script = getenv("ADHAND_ALSA_FAULTS");
    if (!script) return;
    char *text = strdup(script), *rest = text, *word;
    snprintf(device, sizeof device, "%s", strsep(&rest, " "));
    while ((word = strsep(&rest, " ")) && fault_count < 16) {
        __typeof__(&faults[0]) fault = &faults[fault_count++];
        fault->times = 1;
        char *times = strchr(word, '/'), *at = strchr(word, '@');
        if (times) fault->times = atol(times + 1), *times = 0;
        if (at) fault->at = atol(at + 1), *at = 0;
        snprintf(fault->kind, sizeof fault->kind, "%s", word);
        if (!strcmp(fault->kind, "busy")) refusals = fault->times, refusal = -EBUSY;
        if (!strcmp(fault->kind, "endless-drain")) endless_drain = true;
    }
    free(text);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void trace(const char *call, int answer) {
    const char *path = getenv("ADHAND_ALSA_TRACE");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file) return;
    fprintf(file, "%s %d\n", call, answer);
    fclose(file);
}

// Plays what is held but for so many bytes.
static int play_down_to(size_t keep) {
    if (held_bytes <= keep) return 0;
    snd_pcm_sframes_t frames = snd_pcm_bytes_to_frames(pcm, held_bytes - keep);
    size_t done = 0;
    while (frames > 0) {
        snd_pcm_sframes_t taken = REAL(snd_pcm_writei)(pcm, held + done, frames);
        if (taken == -EAGAIN) { REAL(snd_pcm_start)(pcm); continue; }
        if (taken < 0) return taken;
        frames -= taken;
        done += snd_pcm_frames_to_bytes(pcm, taken);
    }
    memmove(held, held + done, held_bytes - done);
    held_bytes -= done;
    return 0;
}

static bool has_sound(const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) if (bytes[i]) return true;
    return false;
}

static snd_pcm_sframes_t take(const void *bytes, snd_pcm_uframes_t frames) {
    if (stuck) {
        snd_pcm_uframes_t room = snd_pcm_bytes_to_frames(pcm, BUFFER_BYTES > held_bytes ? BUFFER_BYTES - held_bytes : 0);
        if (room == 0) return -EAGAIN;
        if (frames > room) frames = room;
    }
    size_t count = snd_pcm_frames_to_bytes(pcm, frames);
    if (held_bytes + count > sizeof held) return -EIO;
    memcpy(held + held_bytes, bytes, count);
    held_bytes += count;
    int result = stuck ? 0 : play_down_to(HELD_BYTES);
    if (result < 0) return result;
    if (has_sound(bytes, count)) sounding++;
    return frames;
}

// What the fault answers to the write that meets it; 0 where the write goes on.
static int begin(const char *kind, long times) {
    if (!strcmp(kind, "xrun") || !strcmp(kind, "xrun-in-wait") || !strcmp(kind, "xrun-mended")) {
        play_down_to(0);  // It ran dry: all that it had was heard.
        wait_tells = !strcmp(kind, "xrun-in-wait");
        if (strcmp(kind, "xrun-mended")) lie = SND_PCM_STATE_XRUN;
        return wait_tells ? -EAGAIN : -EPIPE;
    }
    if (!strcmp(kind, "relapse")) relapses = true, play_down_to(0), lie = SND_PCM_STATE_XRUN;
    if (relapses) return -EPIPE;
    if (!strcmp(kind, "suspend") || !strcmp(kind, "suspend-lost")) {
        lie = SND_PCM_STATE_SUSPENDED;
        resume_again = 2;
        resume_answer = strcmp(kind, "suspend") ? -ENOSYS : 0;
        return -ESTRPIPE;
    }
    if (!strcmp(kind, "unplug")) {
        lie = SND_PCM_STATE_DISCONNECTED;
        refusals = times, refusal = -ENODEV;
        return -ENODEV;
    }
    if (!strcmp(kind, "io-error")) {
        refusals = times, refusal = -ENODEV;
        return -EIO;
    }
    if (!strcmp(kind, "again")) { again = times - 1; return -EAGAIN; }
    if (!strcmp(kind, "crowded")) { crowded_until = now() + times / 1e3; return -EAGAIN; }
    if (!strcmp(kind, "short")) shorts = times;
    if (!strcmp(kind, "stuck")) stuck = true;
    return 0;
}

static int lied_error(void) {
    return lie == SND_PCM_STATE_XRUN ? -EPIPE : lie == SND_PCM_STATE_SUSPENDED ? -ESTRPIPE : -ENODEV;
}

int snd_pcm_open(snd_pcm_t **opened, const char *name, snd_pcm_stream_t stream, int mode) {
    if (strcmp(name, device)) return REAL(snd_pcm_open)(opened, name, stream, mode);
    if (refusals > 0) return refusals--, refusal;
    int result = REAL(snd_pcm_open)(opened, name, stream, mode);
    if (result >= 0) pcm = *opened, held_bytes = 0, lie = NO_LIE, stuck = relapses = false;
    return result;
}

int snd_pcm_close(snd_pcm_t *it) {
    // What it still had is lost.
    if (it == pcm) pcm = NULL, held_bytes = 0, lie = NO_LIE, stuck = relapses = false;
    return REAL(snd_pcm_close)(it);
}

snd_pcm_sframes_t snd_pcm_writei(snd_pcm_t *it, const void *bytes, snd_pcm_uframes_t frames) {
    if (it != pcm) return REAL(snd_pcm_writei)(it, bytes, frames);
    if (lie != NO_LIE) return wait_tells ? -EAGAIN : lied_error();
    if (relapses) return lie = SND_PCM_STATE_XRUN, -EPIPE;
    if (again > 0) return again--, -EAGAIN;
    if (crowded_until > 0) {
        if (now() < crowded_until) return crowded++, -EAGAIN;
        crowded_until = 0;
        trace("crowded", crowded);
    }
    if (has_sound(bytes, snd_pcm_frames_to_bytes(it, frames))) {
        for (int i = 0; i < fault_count; i++) {
            if (faults[i].over || faults[i].at != sounding + 1) continue;
            faults[i].over = true;
            int result = begin(faults[i].kind, faults[i].times);
            if (result < 0) return result;
        }
    }
    if (shorts > 0 && frames > 3) shorts--, frames /= 3;
    return take(bytes, frames);
}

int snd_pcm_wait(snd_pcm_t *it, int milliseconds) {
    if (it != pcm) return REAL(snd_pcm_wait)(it, milliseconds);
    if (lie != NO_LIE) return wait_tells = false, lied_error();
    if (stuck) return usleep(milliseconds * 1000), 0;
    if (crowded_until > 0) return 1;
    return REAL(snd_pcm_wait)(it, milliseconds);
}

snd_pcm_state_t snd_pcm_state(snd_pcm_t *it) {
    if (it == pcm && lie != NO_LIE) return lie;
    if (it == pcm && stuck) return SND_PCM_STATE_RUNNING;
    return REAL(snd_pcm_state)(it);
}

int snd_pcm_delay(snd_pcm_t *it, snd_pcm_sframes_t *delay) {
    if (it == pcm && lie != NO_LIE) return lied_error();
    int result = REAL(snd_pcm_delay)(it, delay);
    if (it == pcm && result >= 0) *delay += snd_pcm_bytes_to_frames(it, held_bytes);
    return result;
}

int snd_pcm_resume(snd_pcm_t *it) {
    if (it != pcm || lie != SND_PCM_STATE_SUSPENDED) return REAL(snd_pcm_resume)(it);
    int result = resume_again-- > 0 ? -EAGAIN : resume_answer;
    if (result == 0) lie = NO_LIE;
    trace("resume", result);
    return result;
}

int snd_pcm_prepare(snd_pcm_t *it) {
    if (it != pcm || lie == NO_LIE) return REAL(snd_pcm_prepare)(it);
    if (lie == SND_PCM_STATE_DISCONNECTED) return -ENODEV;
    lie = NO_LIE, held_bytes = 0;
    int result = REAL(snd_pcm_prepare)(it);
    trace("prepare", result);
    return result;
}

int snd_pcm_drop(snd_pcm_t *it) {
    if (it == pcm) held_bytes = 0;
    return REAL(snd_pcm_drop)(it);
}

int snd_pcm_drain(snd_pcm_t *it) {
    if (it != pcm) return REAL(snd_pcm_drain)(it);
    if (lie != NO_LIE) return lied_error();
    if (endless_drain) return play_down_to(0), -EAGAIN;
    if (stuck) return -EAGAIN;
    int result = play_down_to(0);
    return result < 0 ? result : REAL(snd_pcm_drain)(it);
}
