#!/usr/bin/env python3
"""Takes every connection and never answers: what a tick must not feel. Prints its port; ends when stdin does."""
import socket
import sys
import threading

listener = socket.create_server(("127.0.0.1", 0), backlog=128)
held = []


def hold():
    while True:
        held.append(listener.accept()[0])


threading.Thread(target=hold, daemon=True).start()
print(listener.getsockname()[1], flush=True)
sys.stdin.read()
