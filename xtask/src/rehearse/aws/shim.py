"""Stands before `aws`: counts and records the requests, makes chosen ones fail, and plays the machine that they start.

`scene` in its folder says what is to happen; `calls` takes one line for each request.
"""
import json
import os
import signal
import socket
import sys

folder = sys.argv[1]
words = sys.argv[2:]
name = " ".join(words[:2])


def path(file):
    return os.path.join(folder, file)


with open(path("scene")) as file:
    scene = json.load(file)
try:
    with open(path("calls")) as file:
        earlier = [json.loads(line)["name"] for line in file]
except FileNotFoundError:
    earlier = []


def fault():
    """The one that the scene has for this request."""
    for one in scene["faults"]:
        at = one["at"]
        if at in (len(earlier), name) or (isinstance(at, list) and at[0] == name and earlier.count(name) < at[1]):
            return one
    return {"kind": "none"}


def ask():
    """Sends the request by the real command line. Gives its exit code, and the fields it sent."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path("command-line"))
    call = json.dumps({"words": words, "environment": dict(os.environ)})
    socket.send_fds(connection, [call.encode()], [0, 1, 2])
    connection.shutdown(socket.SHUT_WR)
    answer = json.loads(b"".join(iter(lambda: connection.recv(1 << 16), b"")))
    if answer["code"] == 0:
        play(answer["sent"])
    return answer["code"], answer["sent"]


def play(sent):
    """What EC2 and the machine's first boot do with what they are given."""
    if name == "ec2 import-key-pair":
        key = words[words.index("--public-key-material") + 1].removeprefix("fileb://")
        with open(key) as public, open(scene["authorized_keys"], "w") as keys:
            keys.write(scene["restriction"] + public.read())
    if name == "ec2 run-instances" and scene["boots"]:
        # In place: the server takes it only from a file that nobody else can read.
        with open(scene["host_key"], "w") as key:
            key.write(sent["UserData"]["ssh_keys"]["ed25519_private"])
        os.kill(scene["server"], signal.SIGHUP)


def record(sent, sort):
    with open(path("calls"), "a") as calls:
        calls.write(json.dumps({"name": name, "words": words, "fault": sort, "sent": sent}) + "\n")


def interrupt(process):
    """As a terminal does: all of the group, which the request is not in."""
    os.killpg(os.getpgid(process), signal.SIGINT)


this = fault()
kind = this["kind"]
parent = os.getppid()
if kind == "refuse":
    record({}, kind)
    code = this.get("code", "InternalFailure")
    sys.exit(f"\nAn error occurred ({code}) when calling the operation: injected")
if kind == "say":
    record({}, kind)
    print(this["text"])
    sys.exit(0)
if kind == "lose":
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
if kind == "interrupt":
    interrupt(parent)
if kind == "terminate":
    os.kill(parent, signal.SIGTERM)
code, sent = ask()
record(sent, kind)
if kind == "lose":
    sys.exit("Connection was closed before we received a valid response from endpoint URL: injected")
if kind == "kill":
    os.kill(parent, signal.SIGKILL)
sys.exit(code)
