#include "events.h"

#include <util/atomic.h>

#include "relay.h"

#define QUEUE 16 /* a power of two */

static struct event queue[QUEUE];
static volatile uint8_t head, tail;
static volatile uint8_t next_number;
static volatile uint16_t lost;

void event_put(uint8_t kind, uint8_t value, uint8_t why, uint32_t us, uint32_t t_us)
{
    uint8_t number = next_number++;
    if ((uint8_t)(head - tail) == QUEUE) {
        if (lost != UINT16_MAX)
            lost++;
        return;
    }
    struct event *event = &queue[head & (QUEUE - 1)];
    event->kind = kind;
    event->value = value;
    event->why = why;
    event->us = us;
    event->t_us = t_us;
    event->number = number;
    head++;
}

uint8_t event_number(void)
{
    uint8_t number;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { number = next_number++; }
    return number;
}

uint8_t event_waits(void) { return head != tail; }

uint16_t events_lost(void)
{
    uint16_t count;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { count = lost; }
    return count;
}

void event_write(struct line *line)
{
    static const char NAMES[][6] = {
        [EVENT_COIL] = "COIL", [EVENT_LOAD] = "LOAD",   [EVENT_STOP] = "ESTOP",  [EVENT_TRIP] = "TRIP",
        [EVENT_LAPSE] = "LAPSE", [EVENT_SENSE] = "SENSE", [EVENT_SHAKE] = "SHAKE",
    };
    /* Only the interrupts move head, only this moves tail: the record stays while it is read. */
    const struct event *event = &queue[tail & (QUEUE - 1)];
    line_begin(line, '#', event->number);
    line_text(line, " ");
    line_text(line, NAMES[event->kind]);
    switch (event->kind) {
    case EVENT_TRIP:
        line_key(line, "cause");
        line_text(line, why_text(event->why));
        break;
    case EVENT_SENSE:
        line_key(line, "pp");
        line_decimal(line, event->us & 0xFFFF);
        line_key(line, "ups");
        line_decimal(line, event->us >> 16);
        break;
    case EVENT_LAPSE:
        break;
    default:
        line_text(line, event->value ? " 1" : " 0");
    }
    if (event->kind == EVENT_COIL) {
        line_key(line, "why");
        line_text(line, why_text(event->why));
        if (!event->value) {
            line_key(line, "us");
            line_decimal(line, event->us);
        }
    }
    line_key(line, "t");
    line_hex(line, event->t_us, 8);
    line_end(line);
    tail++;
}
