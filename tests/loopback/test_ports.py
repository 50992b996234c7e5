"""Each port is handed out once on this machine, also to other processes, and none that somebody listens on."""

import socket
import subprocess
import sys

from loopback import ports
from loopback.ports import hand_out


def test_no_port_is_handed_out_twice() -> None:
    own = {hand_out() for _ in range(20)}
    assert len(own) == 20
    code = "from loopback.ports import hand_out; print([hand_out() for _ in range(20)])"
    others = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert own.isdisjoint(map(int, others.strip("[]\n").split(",")))


def test_connections_do_not_leave_from_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as left_to_the_kernel:
        assert hand_out() < left_to_the_kernel.getsockname()[1]


def test_a_port_that_somebody_listens_on_is_passed_over() -> None:
    port = hand_out()
    with socket.create_server(("127.0.0.1", port)):
        assert not ports._is_free(port)
        assert hand_out() != port
    assert ports._is_free(port)
