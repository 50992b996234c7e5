"""The address from which a request comes: that of its connection, or what a proxy says that the operator names."""

import logging
from collections.abc import Collection
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import TypeAlias

from aiohttp import web

Network: TypeAlias = IPv4Network | IPv6Network

FORWARDED_FOR = "X-Forwarded-For"
_FORWARDED = (FORWARDED_FOR, "Forwarded", "X-Real-IP")
_log = logging.getLogger(__name__)


class Proxies:
    """The proxies in front of a server, by their networks. Of what they hand on the last hop alone is believed: all
    before it anybody can write.
    """

    def __init__(self, networks: Collection[Network] = ()) -> None:
        self._networks = networks
        self._is_told = False

    def names(self, address: str) -> bool:
        """Is this the address of a proxy?"""
        try:
            known = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        known = getattr(known, "ipv4_mapped", None) or known
        return any(known in network for network in self._networks)

    def client_of(self, request: web.Request) -> str:
        """The address of whoever asks. That requests are handed on by a proxy that is not named is told once."""
        peer = request.remote or ""
        if not self.names(peer):
            if not self._is_told and any(name in request.headers for name in _FORWARDED):
                self._is_told = True
                _log.warning(
                    "a proxy at %s hands on requests, and PAPAN_PROXIES does not name it: everybody behind it counts "
                    "as one address. Set PAPAN_PROXIES=%s if it is yours",
                    peer,
                    peer,
                )
            return peer
        hops = request.headers.getall(FORWARDED_FOR, [""])[-1]
        last = hops.rpartition(",")[2].strip()
        try:
            return str(ip_address(last))
        except ValueError:
            return peer
