#include "session.h"

#include "clock.h"
#include "events.h"
#include "relay.h"

volatile uint8_t session_open;

static uint16_t lease_ms;
static uint16_t left_ms;

void session_begin(uint16_t ms)
{
    lease_ms = ms;
    session_open = 1;
    session_renew();
}

void session_renew(void) { left_ms = lease_ms + 1; /* the first tick may come at once */ }

void session_tick(void)
{
    if (!session_open || --left_ms)
        return;
    session_open = 0;
    if (relay_closed)
        relay_trip(WHY_LEASE);
    event_put(EVENT_LAPSE, 0, 0, 0, clock_us());
}
