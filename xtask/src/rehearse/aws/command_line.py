"""The real `aws` command line, loaded once: each request is a fork of this process, which saves most of its start.

Asked over a socket, the first argument, by `shim.py`: takes words, environment and the three standard streams, answers with the
exit code and with what was sent. Ends when its standard input does.
"""
import base64
import json
import os
import select
import signal
import socket
import sys
import traceback
import urllib.parse

import yaml
from awscli.clidriver import create_clidriver

# What every request needs of the package's own data is read once; what depends on the environment is made anew for each.
session = create_clidriver().session
for service in ("ec2", "ssm"):
    session.create_client(service, "us-east-1", aws_access_key_id="x", aws_secret_access_key="x")
package = session.get_component("data_loader")


def run(call, sent):
    """One request, in a process of its own."""
    data = os.environ["AWS_DATA_PATH"]  # set by the package itself
    os.environ.clear()
    os.environ.update(call["environment"] | {"AWS_DATA_PATH": data})
    driver = create_clidriver()
    driver.session.register_component("data_loader", package)
    driver.session.register("before-send.ec2.RunInstances", lambda request, **_: sent.update(opened(request.body)))
    return driver.main(call["words"])


def opened(body):
    """The fields of a request as it is sent, with its user data as the machine would read them."""
    text = body.decode() if isinstance(body, bytes) else body
    fields = dict(urllib.parse.parse_qsl(text))
    if "UserData" in fields:
        fields["UserData"] = yaml.safe_load(base64.b64decode(fields["UserData"]))
    return fields


def serve(connection):
    message, streams, _, _ = socket.recv_fds(connection, 1 << 20, 3)
    while True:
        more = connection.recv(1 << 16)
        if not more:
            break
        message += more
    if os.fork():
        for stream in streams:
            os.close(stream)
        connection.close()
        return
    code, sent = 1, {}
    try:
        for stream, number in zip(streams, range(3)):
            os.dup2(stream, number)
        code = run(json.loads(message), sent)
    except SystemExit as end:
        code = end.code or 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        connection.sendall(json.dumps({"code": code, "sent": sent}).encode())
        os._exit(0)


signal.signal(signal.SIGCHLD, signal.SIG_IGN)
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
print("ready", flush=True)
while True:
    ready, _, _ = select.select([listener, sys.stdin], [], [])
    if sys.stdin in ready:
        break
    serve(listener.accept()[0])
