# SPDX-License-Identifier: Apache-2.0
"""A network that can be cut: forwards TCP connections on 127.0.0.1 to a port, until it is told to
fail in a certain way. It knows nothing of what it forwards."""
import socket
import threading


class Proxy:
    """Modes: `open`; `refuse` (nobody listens, connections are reset); `hole` (bytes vanish both
    ways); `mute` (what is asked arrives, what is answered vanishes)."""

    def __init__(self, target):
        self.target = target
        self.mode = "open"
        self.lock = threading.Lock()
        self.connections = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.closed = False
        self._accept_from(self.listener)

    def set(self, mode):
        """From now on; what is connected is cut, so that no byte of the old mode follows."""
        with self.lock:
            before, self.mode = self.mode, mode
            if mode == "refuse":
                self._shut(self.listener)
            elif before == "refuse":
                self.listener = socket.create_server(("127.0.0.1", self.port))
                self._accept_from(self.listener)
            # Into a hole the connections go alive: the sender is not told.
            if mode not in ("hole", "mute"):
                self._cut()

    def close(self):
        with self.lock:
            self.closed = True
            self._shut(self.listener)
            self._cut()

    def _cut(self):
        for connection in self.connections:
            self._shut(connection)
        self.connections = []

    @staticmethod
    def _shut(sock):
        try:
            sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it was not connected any more
        sock.close()

    def _accept_from(self, listener):
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def _accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                if self.closed or listener.fileno() < 0:
                    return
                client.close()  # the service itself is away
                continue
            with self.lock:
                self.connections += [client, server]
            for source, sink, silent in ((client, server, ("hole",)),
                                         (server, client, ("hole", "mute"))):
                threading.Thread(target=self._forward, args=(source, sink, silent),
                                 daemon=True).start()

    def _forward(self, source, sink, silent):
        try:
            while data := source.recv(65536):
                if self.mode not in silent:
                    sink.sendall(data)
        except OSError:
            pass  # cut
        for sock in (source, sink):
            self._shut(sock)
