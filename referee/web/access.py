"""Who may look and who may press: the page's address, its token and the origins it is known by."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Access:
    """One run of the page. Its token travels in the address behind the #, which no server sees."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))

    @property
    def hosts(self) -> frozenset[str]:
        """What the Host header may say; anything else is another site's name for this machine."""
        return frozenset(f"{name}:{self.port}" for name in (LOOPBACK, "localhost", "[::1]"))

    @property
    def origins(self) -> frozenset[str]:
        """What the Origin header may say."""
        return frozenset(f"http://{host}" for host in self.hosts)

    @property
    def address(self) -> str:
        """The printed address: it pairs the browser that opens it with this run."""
        return f"http://{LOOPBACK}:{self.port}/#{self.token}"

    def holds(self, token: str) -> bool:
        """Whether this is the token; takes the same time whatever is wrong with it."""
        return hmac.compare_digest(token.encode("utf-8"), self.token.encode("utf-8"))
