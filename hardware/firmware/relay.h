/* The relay: one pin, its reasons, its latched trip. Everything that opens it goes through here. */
#ifndef RELAY_H
#define RELAY_H

#include <stdint.h>

#include "board.h"

enum why {
    WHY_NOTHING,
    WHY_ON,
    WHY_PULSE,
    WHY_OFF,
    WHY_HELLO,
    WHY_LEASE, /* from here on: trips */
    WHY_FRAME,
    WHY_LINE,
    WHY_STOP,
    WHY_PANIC,
    WHY_MAX,
    WHY_SELF,
    WHY_STUCK,
    WHY_NOLOAD,
};

extern volatile uint8_t relay_closed;   /* what the pin was told */
extern volatile uint8_t relay_why;      /* ON or PULSE while closed, afterwards why it opened */
extern volatile uint8_t relay_trip_why; /* WHY_NOTHING without a trip */
extern volatile uint16_t relay_closings;

/* All with interrupts off. */
void relay_open(uint8_t why);
void relay_trip(uint8_t why);
void relay_close(uint8_t why, uint32_t ms);
void relay_keep(uint32_t ms); /* a new limit; closes nothing */
void relay_tick(void);

/* The pin alone, one instruction: what an interrupt does before anything else. */
static inline void relay_pin_off(void) { PORTB &= (uint8_t)~_BV(RELAY); }

const char *why_text(uint8_t why);

#endif
