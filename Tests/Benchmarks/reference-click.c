/* The reference for the lateness of starts: for each given second, a PCM that is open and filled, and started by a single call at that
 * second.
 *
 *     reference-click SAMPLES SECOND...     SAMPLES: raw, 16 bits, 44,100 Hz, stereo; SECOND: since 1970
 */
#include <alsa/asoundlib.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void wait_until(time_t second, long nanoseconds) {
    struct timespec moment = {second, nanoseconds};
    while (clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &moment, NULL) == EINTR) {}
}

static void check(int result, const char *doing) {
    if (result >= 0) return;
    fprintf(stderr, "reference-click: %s: %s\n", doing, snd_strerror(result));
    exit(1);
}

int main(int count, char **arguments) {
    static short samples[44100 * 2];
    FILE *file = count > 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file) return 64;
    snd_pcm_uframes_t frames = fread(samples, 4, 6000, file);
    fclose(file);
    for (int index = 2; index < count; index++) {
        time_t second = atoll(arguments[index]);
        snd_pcm_t *pcm;
        snd_pcm_sw_params_t *software;
        wait_until(second - 1, 500000000);
        check(snd_pcm_open(&pcm, "default", SND_PCM_STREAM_PLAYBACK, 0), "opening");
        check(snd_pcm_set_params(pcm, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 2, 44100, 1, 500000), "setting up");
        snd_pcm_sw_params_alloca(&software);
        check(snd_pcm_sw_params_current(pcm, software), "reading its parameters");
        check(snd_pcm_sw_params_set_start_threshold(pcm, software, 1 << 24), "setting its threshold");
        check(snd_pcm_sw_params(pcm, software), "setting its parameters");
        /* PulseAudio's plugin reads the threshold in prepare, which the setup has already called. */
        check(snd_pcm_prepare(pcm), "preparing");
        check(snd_pcm_writei(pcm, samples, frames), "filling");
        wait_until(second, 0);
        check(snd_pcm_start(pcm), "starting");
        wait_until(second, 700000000);
        snd_pcm_close(pcm);
    }
    return 0;
}
