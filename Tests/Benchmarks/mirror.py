#!/usr/bin/env python3
"""Measures `adhand mirror sync` beside `aws s3 sync`, alternately, at the same moto_server with authentication.

    mirror.py ADHAND AWS FOLDER

A second sync of 2,500 unchanged objects, and a first download of 200 files of 100 kB: time on the clock, and CPU of the process. Prints
a line for each figure: NAME VALUE UNIT RATIOx PEER. The values and ratios are those of the medians of five.
"""

import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

adhand, aws, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
root = pathlib.Path(__file__).resolve().parent.parent.parent
ROUNDS = 5


class Server:
    """Tests/Servers/s3.py without its proxy, whose checks would take longer than what is measured."""

    def __init__(self):
        self.process = subprocess.Popen(
            [root / ".venv/bin/python", "s3.py"], cwd=root / "Tests/Servers", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        ready = json.loads(self.ask({"objects": {}}))
        self.port, self.key, self.secret = ready["moto"], *ready["keys"]["right"][:2]

    def ask(self, order):
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()


def measure(command, environment):
    """Seconds on the clock, and seconds of CPU."""
    # What another has not written yet would be written on this one's account.
    os.sync()
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - begun, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    server = Server()
    server.ask({"bucket": "many", "sizes": {f"folder-{i % 10}/object-{i}.txt": 100 for i in range(2500)}})
    server.ask({"bucket": "large", "sizes": {f"recording-{i}.bin": 100_000 for i in range(200)}})
    environment = os.environ | {
        "AWS_ACCESS_KEY_ID": server.key, "AWS_SECRET_ACCESS_KEY": server.secret, "AWS_DEFAULT_REGION": "eu-west-2",
        "HOME": str(folder), "STATE_DIRECTORY": str(folder / "state"), "CACHE_DIRECTORY": str(folder / "cache"),
        "RUNTIME_DIRECTORY": str(folder / "run"),
    }
    endpoint = f"http://127.0.0.1:{server.port}"

    def own(bucket, turn=""):
        config = folder / f"{bucket}.toml"
        config.write_text(
            f'[mirror]\nbucket = "{bucket}"\nregion = "eu-west-2"\nendpoint = "{endpoint}"\ndirectory = "{folder}/own-{bucket}{turn}"\n'
        )
        return measure([adhand, "mirror", "sync", "--config", config], environment)

    def peer(bucket, turn=""):
        return measure([aws, "s3", "sync", "--delete", "--endpoint-url", endpoint, f"s3://{bucket}", folder / f"peer-{bucket}{turn}"], environment)

    own("many")
    peer("many")
    results = {"unchanged": ([], []), "first": ([], [])}
    for turn in range(ROUNDS):
        results["unchanged"][0].append(own("many"))
        results["unchanged"][1].append(peer("many"))
        # Always into a new folder: for five seconds ext4 looks for other places than those of files that were removed.
        results["first"][0].append(own("large", turn))
        results["first"][1].append(peer("large", turn))
    for name, (ours, theirs) in results.items():
        for index, kind in enumerate(("time", "cpu")):
            own_value, peer_value = (statistics.median(one[index] for one in found) for found in (ours, theirs))
            print(f"mirror-{name}-{kind} {own_value:.3f} s {own_value / peer_value:.3f}x aws-s3-sync", flush=True)


main()
