"""Faults of a minute. Each is a list of (second, step): seconds from the prayer's own second, from -20 to 40, and a function."""

import os
import signal


def none(box):
    return []


def a_killed_sound_server(box):
    """In the middle of the adhan; it is back two seconds later."""
    return [(8, box.kill_sound), (10, box.restore_sound)]


def a_network_that_answers_500(box):
    return [(-20, lambda: box.answer("500")), (5, box.refresh)]


def a_full_disk(box):
    """From before the row is committed until after the adhan."""
    return [(-15, box.fill_disk), (40, box.free_disk)]


def a_network_that_hangs(box):
    return [(-20, lambda: box.answer("hang")), (5, box.refresh)]


def display_clients_that_hang(box):
    """Some ask nothing, and some follow the events and never read."""
    return [(-18, box.hang_clients), (38, box.drop_clients)]


def a_log_that_nobody_reads(box):
    return [(-18, box.block_log), (30, box.read_log)]


def reloads(box):
    return [(second, lambda: os.kill(box.daemon.pid, signal.SIGHUP)) for second in range(-16, 36, 4)]


def a_network_that_answers(box):
    return [(-20, lambda: box.answer("200")), (5, box.refresh)]


FAULTS = [
    none,
    a_killed_sound_server,
    a_full_disk,
    a_network_that_answers_500,
    display_clients_that_hang,
    a_log_that_nobody_reads,
    reloads,
    a_network_that_hangs,
    a_network_that_answers,
]
