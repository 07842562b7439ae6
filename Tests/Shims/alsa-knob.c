// A sound card's mixer with one knob that knows its decibels, for ALSA as a plugin: no card is needed, and no sound server has
// such a one. 0 is mute, 1 is -39 dB, and so on to 0 dB at 40. What it is set to outlives its handles.

#include <alsa/asoundlib.h>
#include <alsa/control_external.h>

static long places[2] = {30, 30};
static const unsigned int decibels[] = {1 /* a scale */, 8, (unsigned int)-4000, 100 | 0x10000 /* the lowest is mute */};

static int elem_count(snd_ctl_ext_t *ext) { return (void)ext, 1; }

static int elem_list(snd_ctl_ext_t *ext, unsigned int offset, snd_ctl_elem_id_t *id) {
    (void)ext, (void)offset;
    snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_MIXER);
    snd_ctl_elem_id_set_name(id, "Master Playback Volume");
    return 0;
}

static snd_ctl_ext_key_t find_elem(snd_ctl_ext_t *ext, const snd_ctl_elem_id_t *id) { return (void)ext, (void)id, 0; }

static int get_attribute(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int *type, unsigned int *access, unsigned int *count) {
    (void)ext, (void)key;
    *type = SND_CTL_ELEM_TYPE_INTEGER;
    *access = SND_CTL_EXT_ACCESS_READWRITE | SND_CTL_EXT_ACCESS_TLV_READ;
    *count = 2;
    return 0;
}

static int get_integer_info(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *min, long *max, long *step) {
    (void)ext, (void)key;
    *min = 0, *max = 40, *step = 1;
    return 0;
}

static int read_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value) {
    (void)ext, (void)key;
    value[0] = places[0], value[1] = places[1];
    return 0;
}

static int write_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value) {
    (void)ext, (void)key;
    places[0] = value[0], places[1] = value[1];
    return 1;
}

static int read_event(snd_ctl_ext_t *ext, snd_ctl_elem_id_t *id, unsigned int *mask) {
    return (void)ext, (void)id, (void)mask, -EAGAIN;
}

static const snd_ctl_ext_callback_t callbacks = {
    .elem_count = elem_count,
    .elem_list = elem_list,
    .find_elem = find_elem,
    .get_attribute = get_attribute,
    .get_integer_info = get_integer_info,
    .read_integer = read_integer,
    .write_integer = write_integer,
    .read_event = read_event,
};

SND_CTL_PLUGIN_DEFINE_FUNC(adhan_knob) {
    static snd_ctl_ext_t ext;
    (void)root, (void)conf;
    memset(&ext, 0, sizeof ext);
    ext.version = SND_CTL_EXT_VERSION;
    ext.poll_fd = -1;
    ext.callback = &callbacks;
    ext.tlv.p = decibels;
    strcpy(ext.id, "knob"), strcpy(ext.name, "knob");
    int result = snd_ctl_ext_create(&ext, name, mode);
    if (result == 0) *handlep = ext.handle;
    return result;
}

SND_CTL_PLUGIN_SYMBOL(adhan_knob);
