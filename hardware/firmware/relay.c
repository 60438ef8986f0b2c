#include "relay.h"

#include "clock.h"
#include "events.h"
#include "inputs.h"

#define READBACK_MS 2
#define LOAD_WRONG_MS 1000 /* a motor that spins down feeds the load input for half a second */
#define BLINK_MS 128

volatile uint8_t relay_closed, relay_why, relay_trip_why;
volatile uint16_t relay_closings;

static uint32_t closed_at_us;
static uint32_t limit_ms; /* what is left of ON, 0 without a limit */
static uint8_t pin_wrong_ms, blink_ms;
static uint16_t load_wrong_ms;

void relay_open(uint8_t why)
{
    relay_pin_off();
    clock_forget_pulse();
    if (!relay_closed)
        return;
    uint32_t now = clock_us();
    relay_closed = 0;
    relay_why = why;
    limit_ms = 0;
    event_put(EVENT_COIL, 0, why, now - closed_at_us, now);
}

void relay_trip(uint8_t why)
{
    relay_open(why);
    if (relay_trip_why != WHY_NOTHING)
        return;
    relay_trip_why = why;
    event_put(EVENT_TRIP, 0, why, 0, clock_us());
}

void relay_close(uint8_t why, uint32_t ms)
{
    if (!relay_closed) {
        PORTB |= _BV(RELAY);
        uint32_t ticks = clock_ticks();
        closed_at_us = clock_us();
        if (why == WHY_PULSE)
            clock_pulse_ends(ticks + ms * TICKS_PER_MS);
        relay_closed = 1;
        relay_why = why;
        if (relay_closings != UINT16_MAX)
            relay_closings++;
        event_put(EVENT_COIL, 1, why, 0, closed_at_us);
    }
    if (why == WHY_ON)
        relay_keep(ms);
}

void relay_keep(uint32_t ms)
{
    if (relay_closed && relay_why == WHY_ON)
        limit_ms = ms + 1; /* the first tick may come at once */
}

/* Counts how long something has been wrong, and trips when it has been too long. */
static void too_long(uint8_t wrong, uint16_t *ms, uint16_t most, uint8_t why)
{
    *ms = wrong ? *ms + 1 : 0;
    if (*ms >= most) {
        *ms = 0;
        relay_trip(why);
    }
}

void relay_tick(void)
{
    if (limit_ms && --limit_ms == 0)
        relay_trip(WHY_MAX);

    if (!relay_closed) { /* said again: a disturbance may have reached the registers */
        relay_pin_off();
        DDRB |= _BV(RELAY);
    }
    uint8_t pin = (PINB & _BV(RELAY)) != 0;
    pin_wrong_ms = pin != relay_closed ? pin_wrong_ms + 1 : 0;
    if (pin_wrong_ms >= READBACK_MS)
        relay_trip(WHY_SELF);

    if (relay_closed)
        too_long(load_was_seen && !load_live, &load_wrong_ms, LOAD_WRONG_MS, WHY_NOLOAD);
    else
        too_long(load_live, &load_wrong_ms, LOAD_WRONG_MS, WHY_STUCK);

    blink_ms++;
    if (relay_closed || (relay_trip_why != WHY_NOTHING && (blink_ms & BLINK_MS)))
        PORTB |= _BV(LAMP);
    else
        PORTB &= (uint8_t)~_BV(LAMP);
}

const char *why_text(uint8_t why)
{
    static const char TEXTS[][7] = {
        [WHY_NOTHING] = "-",    [WHY_ON] = "on",       [WHY_PULSE] = "pulse", [WHY_OFF] = "off",
        [WHY_HELLO] = "hello",  [WHY_LEASE] = "lease", [WHY_FRAME] = "frame", [WHY_LINE] = "line",
        [WHY_STOP] = "estop",   [WHY_PANIC] = "panic", [WHY_MAX] = "max",     [WHY_SELF] = "self",
        [WHY_STUCK] = "stuck",  [WHY_NOLOAD] = "noload",
    };
    return TEXTS[why];
}
