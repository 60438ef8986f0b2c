/* What happened and when: queued where it happens, written when the line has room. */
#ifndef EVENTS_H
#define EVENTS_H

#include <stdint.h>

#include "text.h"

enum event_kind { EVENT_COIL, EVENT_LOAD, EVENT_STOP, EVENT_TRIP, EVENT_LAPSE, EVENT_SENSE, EVENT_SHAKE };

struct event {
    uint32_t t_us;
    uint32_t us;   /* COIL 0: how long it was closed. SENSE: swing and crossings, 16 bits each */
    uint8_t kind;
    uint8_t value; /* 0 or 1 */
    uint8_t why;
    uint8_t number;
};

/* With interrupts off. Without room the event is lost, its number is not. */
void event_put(uint8_t kind, uint8_t value, uint8_t why, uint32_t us, uint32_t t_us);

/* The number of an event that is written without the queue. */
uint8_t event_number(void);

uint8_t event_waits(void);
uint16_t events_lost(void);

/* Writes the oldest event, which must exist, and takes it from the queue. */
void event_write(struct line *line);

#endif
