"""Who may look and who may press: the page's address, its token and the origins it is known by."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field

from referee.web.server.connection_limits import ConnectionLimits
from referee.web.server.pairing import DevicePairing

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class PageAccess:
    """One run of the page. Its token travels in the address behind the #, which no server sees.

    ``lan`` is this machine's address in the home network; None: it answers to itself only.
    """

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    lan: str | None = None
    pairing: DevicePairing = field(default_factory=DevicePairing, compare=False)
    limits: ConnectionLimits = field(default_factory=ConnectionLimits, compare=False)

    @property
    def hosts(self) -> frozenset[str]:
        """What the Host header may say; anything else is another site's name for this machine."""
        names = (LOOPBACK, "localhost", "[::1]", *((self.lan,) if self.lan else ()))
        return frozenset(f"{name}:{self.port}" for name in names)

    @property
    def origins(self) -> frozenset[str]:
        """What the Origin header may say."""
        return frozenset(f"http://{host}" for host in self.hosts)

    @property
    def address(self) -> str:
        """The printed address: it pairs the browser that opens it with this run."""
        return f"http://{LOOPBACK}:{self.port}/#{self.token}"

    @property
    def lan_address(self) -> str | None:
        """What other devices of the house open; it pairs no device."""
        return f"http://{self.lan}:{self.port}/" if self.lan else None

    def holds(self, token: str) -> bool:
        """Whether this is the run's token or a paired device's. The time it takes tells nothing."""
        ours = hmac.compare_digest(token.encode("utf-8"), self.token.encode("utf-8"))
        return self.pairing.holds(token) or ours

    def owns(self, token: str) -> bool:
        """Whether this is the printed address's own token: the laptop itself."""
        return hmac.compare_digest(token.encode("utf-8"), self.token.encode("utf-8"))
