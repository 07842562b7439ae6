"""Configs that could crash the daemon, and hook programs that leave processes behind."""

import os
import signal

from box import ROOT, Box, eventually, expect

DEEP = ".".join(["a"] * 100_000)


def a_config_too_deep_for_a_parser(binary):
    """Keys of 100,000 parts, and as many brackets: check-config reports file and line, and the daemon keeps its config."""
    box = Box(binary, due_in=None)
    try:
        process = box.start()
        box.answers(process)
        good = box.config.read_text()
        lines = good.count("\n") + 1
        for text in (f"{DEEP} = 1", f"[{DEEP}]", f"x = {{{DEEP} = 1}}", f"x = {'[' * 100_000}1{']' * 100_000}"):
            box.config.write_text(f"{good}{text}\n")
            for command in ("check-config", "reload"):
                told = box.command(command)
                where = f"{box.config}:{lines}: "
                expect(told.returncode > 0 and where in told.stderr, f"{command} of {text[:30]}: {told.returncode} {told.stderr[:300]}")
                expect(len(told.stderr) < 2000, f"{command} of {text[:30]} says {len(told.stderr)} characters")
            process.send_signal(signal.SIGHUP)
            box.answers(process)
        box.config.write_text(good)
        expect(box.command("reload").returncode == 0, "the old config is not taken any more")
        expect(process.poll() is None, "the daemon has ended")
    finally:
        box.close()


def what_a_hook_leaves_behind(binary):
    """A program of [hooks] that starts children in other sessions; the daemon has a raised priority, as in its unit."""
    box = Box(binary, due_in=None)
    try:
        sleeper, report = box.folder / "sleeper", box.folder / "report"
        sleeper.symlink_to("/bin/sleep")
        hook = box.folder / "hook"
        hook.write_text(
            f"#!/bin/sh\nsetsid {sleeper} 300 &\n(setsid setsid -f {sleeper} 300 >/dev/null 2>&1 &)\nsleep 0.5\n"
            f"pgrep -cf '^{sleeper} 300' >{report}.new\ncat /proc/self/oom_score_adj >>{report}.new\nnice >>{report}.new\n"
            f"mv {report}.new {report}\n"
        )
        hook.chmod(0o755)
        box.write_config(more=f'[hooks]\nbefore = ["{hook}"]\ntimeout = "5s"')
        rank = "{ echo -900 >/proc/self/oom_score_adj; renice -n -5 -p $$; } >/dev/null 2>&1"
        process = box.start(prefix=["sh", "-c", f'{rank}; exec "$@"', "--"])
        box.answers(process)
        own = int(open(f"/proc/{process.pid}/oom_score_adj").read()), os.getpriority(os.PRIO_PROCESS, process.pid)
        expect(b'"ok"' in box.ask({"command": "play", "file": str(ROOT / "Resources/adhan.mp3")}), "it is not played")
        told = eventually(lambda: report.exists() and report.read_text().split(), words="the hook did not run")
        expect(int(told[0]) == 2, f"the hook started {told[0]} children instead of two")
        expect(told[1:] == ["0", "0"], f"it ran with {told[1]} before the OOM killer and a nice of {told[2]}")
        eventually(lambda: not sleepers(sleeper), 5, "its children live on")
        return f"two children gone; the daemon's own rank was {own[0]} and {own[1]}"
    finally:
        box.close()


def sleepers(name):
    """The processes started under that name."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as line:
                if line.read().startswith(f"{name}\0".encode()):
                    found.append(process)
        except OSError:
            continue
    return found


CHECKS = [a_config_too_deep_for_a_parser, what_a_hook_leaves_behind]
