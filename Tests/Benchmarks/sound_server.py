"""A PulseAudio null sink behind ALSA's `default`, in its own folder, for the benchmarks."""

import os
import subprocess
import sys
import time

RATE = 44100


class SoundServer:
    def __init__(self, folder):
        self.folder = folder
        self.children = []
        self.is_stopping = False
        self.environment = os.environ | {
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "PULSE_SERVER": f"unix:{folder}/native",
        }
        for kind in ("pcm", "ctl"):
            with open(folder / ".asoundrc", "a") as file:
                file.write(f'{kind}.!default {{ type pulse server "unix:{folder}/native" device speaker }}\n')
        self.start_server()

    def start_server(self):
        """Starts it, also again after it was killed."""
        (self.folder / "native").unlink(missing_ok=True)
        server = self.start(
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
            "-L", f"module-null-sink sink_name=speaker rate={RATE} channels=2",
            "-L", f"module-native-protocol-unix socket={self.folder}/native auth-anonymous=1",
        )
        self.await_file(self.folder / "native", "PulseAudio")
        return server

    def start(self, *command, **options):
        # A thread that is about to start a process ends here.
        if self.is_stopping:
            sys.exit()
        child = subprocess.Popen(
            [str(part) for part in command],
            env=self.environment | options.pop("environment", {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.children.append(child)
        return child

    def run(self, *command):
        subprocess.run([str(part) for part in command], env=self.environment, check=True, capture_output=True)

    def make_mp3(self, name, *effects):
        self.run("sox", "-n", "-r", RATE, "-c", 2, self.folder / f"{name}.wav", *effects)
        self.run("lame", "--quiet", "-b", 192, self.folder / f"{name}.wav", self.folder / f"{name}.mp3")

    def await_file(self, path, what, beyond=-1):
        for _ in range(400):
            if path.exists() and path.stat().st_size > beyond:
                return
            time.sleep(0.05)
        sys.exit(f"{what} did not come up")

    def stop(self):
        self.is_stopping = True
        for child in reversed(self.children):
            if child.poll() is None:
                child.terminate()
        for child in self.children:
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
