"""A stand-in for AWS on this machine's loopback interface. Prints its port; ends when its standard input does."""
import os
import sys

from moto.server import ThreadedMotoServer

server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
server.start()
print(server.get_host_and_port()[1], flush=True)
sys.stdin.read()
os._exit(0)
