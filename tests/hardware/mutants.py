"""Firmwares that are broken on purpose, each with the one proof that has to notice."""

from hardware.sim.build import Edit

MUTANTS = {
    "no lease": ("lease", Edit("session.c", "|| --left_ms)", "|| left_ms)")),
    "the session outlives its lease": ("lease", Edit("session.c", "    session_open = 0;\n", "")),
    "no watchdog": ("watchdog", Edit("identity.c", "    wdt_enable(WDTO_120MS);\n", "")),
    "any check is accepted": ("check", Edit("frame.c", "(crc != check)", "(crc != check && 0)")),
    "no emergency stop": (
        "stop",
        Edit("inputs.c", "static void stop(void)\n{\n", "static void stop(void)\n{\n    return;\n"),
    ),
    "the emergency stop is polled": (
        "stop",
        Edit("inputs.c", "ISR(INT0_vect) { stop(); }", "ISR(INT0_vect) {}"),
    ),
    "wrong timer rate": ("clock", Edit("clock.c", "_BV(CS11);", "_BV(CS11) | _BV(CS10);")),
    "no duplicate filter": (
        "repeat",
        Edit("answer.c", "else if (session_open &&", "else if (0 &&"),
    ),
    "OFF waits for the end of a pulse": (
        "off",
        Edit(
            "answer.c", "{ relay_open(command", "{ if (relay_why != WHY_PULSE) relay_open(command"
        ),
    ),
    "sending waits": (
        "talk",
        Edit(
            "uart.c",
            "    if (uart_room() < length)\n        return 0;\n",
            "    while (uart_room() < length)\n        ;\n",
        ),
    ),
    "on at boot": (
        "boot",
        Edit("identity.c", "PORTB &= (uint8_t)~_BV(RELAY);", "PORTB |= _BV(RELAY);"),
    ),
    "the pin is not read back": (
        "trips",
        Edit("relay.c", "if (pin_wrong_ms >= READBACK_MS)", "if (pin_wrong_ms == 255)"),
    ),
    "no limit of ON": ("trips", Edit("relay.c", "--limit_ms == 0", "limit_ms == 0")),
    "KEEP closes": ("trips", Edit("answer.c", "if (verb == VERB_KEEP)", "if (verb > VERBS)")),
    "half-waves are not bridged": ("inputs", Edit("inputs.c", "BRIDGE_MS 25", "BRIDGE_MS 1")),
    "the name is not stored": (
        "identity",
        Edit(
            "identity.c",
            "eeprom_update_byte((uint8_t *)&name_stored[i], (uint8_t)identity.name[i]);\n",
            ";\n",
        ),
    ),
    "what is no command is forgiven": (
        "noise",
        Edit("answer.c", "        misunderstood();\n        refuse", "        refuse"),
    ),
    "panic waits for the main loop": (
        "panic",
        Edit("uart.c", "if (byte == PANIC) {", "if (byte == PANIC && rx_head != rx_tail) {"),
    ),
}
