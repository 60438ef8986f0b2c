"""Pairing over the network: the laptop shows a code, another device types it in."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, HTTPException, Request
from pydantic import Field

from referee.web.server.page_access import PageAccess
from referee.web.server.page_app import PageToken, StrictForm, check_token
from referee.web.server.pairing import DIGITS, NotPaired, PairingCode, TooManyTries
from referee.web.server.qr_code import qr_rows


def pairing_address(lan_address: str, code: PairingCode) -> str:
    """What a device opens that scans instead of typing; what follows # is never sent."""
    return f"{lan_address}#pair={code.digits}"


class TypedCode(StrictForm):
    """A code as it was typed on a device."""

    code: Annotated[str, Field(min_length=DIGITS, max_length=DIGITS, pattern=r"^[0-9]+$")]


def add_pairing(app: FastAPI, access: PageAccess) -> None:
    """The routes, for an application that stands behind the guard."""

    @app.post("/pair")
    def paired(x_referee_token: PageToken = "") -> dict[str, bool]:
        check_token(access, x_referee_token, "This page is not paired.")
        return {"done": True, "owner": access.owns(x_referee_token)}

    @app.post("/pair/code")
    def fresh(x_referee_token: PageToken = "") -> dict[str, object]:
        """A code, shown on the laptop and nowhere else."""
        if not access.owns(x_referee_token):
            raise HTTPException(403, "A code is shown on the laptop itself only.")
        if access.lan_address is None:
            raise HTTPException(409, "The page answers this computer only: start it with --lan.")
        code = access.pairing.new_code()
        return {
            "code": code.digits,
            "left_s": access.pairing.left_s(code),
            "address": access.lan_address,
            "qr": qr_rows(pairing_address(access.lan_address, code)),
            "devices": access.pairing.devices,
        }

    @app.post("/pair/with")
    def pair(typed: TypedCode, request: Request) -> dict[str, str]:
        address = request.client.host if request.client else ""
        try:
            token = access.pairing.pair(typed.code, address)
        except NotPaired as error:
            raise HTTPException(403, str(error)) from None
        except TooManyTries as error:
            raise HTTPException(429, str(error)) from None
        access.limits.shown_token(address)
        return {"token": token}

    @app.post("/pair/forget")
    def forget(x_referee_token: PageToken = "") -> dict[str, bool]:
        """Every device but the laptop is forgotten."""
        if not access.owns(x_referee_token):
            raise HTTPException(403, "Only the laptop itself forgets its devices.")
        access.pairing.forget()
        access.limits.forget_paired()
        return {"done": True}
