#include "inputs.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "board.h"
#include "clock.h"
#include "events.h"
#include "relay.h"

#define STOP_SETTLED_MS 20
#define BELIEVED_MS 200 /* a disturbance on an open wire does not last so long */
#define BRIDGE_MS 25 /* an optocoupler on mains goes dark between half-waves */

volatile uint8_t stop_open, load_live, load_was_seen, shaking;

static uint8_t stop_whole_ms, load_dark_ms, load_live_ms;
static uint32_t load_rose_us;

static struct {
    uint16_t window_ms, left_ms, level;
    uint16_t least, most;
    uint16_t middle, margin; /* from the window before, for counting crossings */
    uint16_t ups;
    uint8_t above;
    int16_t base_32; /* slow mean, 32nds of a count */
    uint8_t quiet_ms;
    uint32_t loud_us;
} sense;

void inputs_start(void)
{
    PORTD |= _BV(STOP) | _BV(LOAD); /* pull-ups: a cut wire to D2 means stop */
    EICRA = _BV(ISC01) | _BV(ISC00) | _BV(ISC10); /* loop: rising edge; load: any edge */
    EIFR = _BV(INTF0) | _BV(INTF1); /* what the wires did before does not count */
    EIMSK = _BV(INT0) | _BV(INT1);
    ADMUX = _BV(REFS0) | SENSE;
    DIDR0 = _BV(SENSE);
    ADCSRA = _BV(ADEN) | _BV(ADSC) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
}

static void stop(void)
{
    relay_pin_off();
    stop_whole_ms = 0;
    if (!stop_open) {
        stop_open = 1;
        event_put(EVENT_STOP, 1, 0, 0, clock_us());
    }
    relay_trip(WHY_STOP);
}

ISR(INT0_vect) { stop(); }

static void load_lights(void)
{
    load_dark_ms = 0;
    if (load_live)
        return;
    load_live = 1;
    load_live_ms = 0;
    event_put(EVENT_LOAD, 1, 0, 0, clock_us());
}

ISR(INT1_vect)
{
    if (LOAD_IS_LIVE())
        load_lights();
    else
        load_rose_us = clock_us();
}

void sense_ask(uint16_t window_ms, uint16_t level)
{
    sense.window_ms = sense.left_ms = window_ms;
    sense.level = level;
    sense.least = UINT16_MAX;
    sense.most = sense.ups = 0;
}

/* Swing and frequency of one window. */
static void sense_window(uint16_t value)
{
    if (!sense.window_ms)
        return;
    if (value < sense.least)
        sense.least = value;
    if (value > sense.most)
        sense.most = value;
    if (value > sense.middle + sense.margin && !sense.above) {
        sense.above = 1;
        sense.ups++;
    } else if (value + sense.margin < sense.middle)
        sense.above = 0;
    if (--sense.left_ms)
        return;
    uint16_t swing = sense.most - sense.least;
    event_put(EVENT_SENSE, 0, 0, (uint32_t)sense.ups << 16 | swing, clock_us());
    sense.middle = (uint16_t)(sense.least + sense.most) / 2;
    sense.margin = swing / 4 + 1;
    sense_ask(sense.window_ms, sense.level);
}

/* Whether the field shakes right now: one loud sample begins it, 25 quiet ms end it. */
static void sense_shaking(uint16_t value)
{
    sense.base_32 += ((int16_t)(value * 32) - sense.base_32) / 64;
    uint16_t base = (uint16_t)sense.base_32 / 32;
    uint16_t off = value > base ? value - base : base - value;
    if (sense.level && off * 2 >= sense.level) {
        sense.quiet_ms = 0;
        sense.loud_us = clock_us();
        if (!shaking)
            event_put(EVENT_SHAKE, 1, 0, 0, sense.loud_us);
        shaking = 1;
    } else if (shaking && ++sense.quiet_ms == BRIDGE_MS) {
        shaking = 0;
        event_put(EVENT_SHAKE, 0, 0, 0, sense.loud_us);
    }
}

void inputs_tick(void)
{
    if (STOP_IS_OPEN())
        stop();
    else if (stop_open && ++stop_whole_ms == STOP_SETTLED_MS) {
        stop_open = 0;
        event_put(EVENT_STOP, 0, 0, 0, clock_us());
    }

    if (LOAD_IS_LIVE())
        load_lights();
    else if (load_live && ++load_dark_ms == BRIDGE_MS) {
        load_live = 0;
        event_put(EVENT_LOAD, 0, 0, 0, load_rose_us);
    }
    if (load_live && load_live_ms < BELIEVED_MS && ++load_live_ms == BELIEVED_MS)
        load_was_seen = 1;

    uint16_t value = ADC;
    ADCSRA |= _BV(ADSC);
    sense_window(value);
    sense_shaking(value);
}
