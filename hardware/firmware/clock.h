/* Time. Timer1 counts half microseconds and ends pulses; Timer2 ticks every millisecond. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

#define TICKS_PER_MS 2000UL

void clock_start(void);

/* These three with interrupts off. */
uint32_t clock_us(void);
uint32_t clock_ticks(void);
void clock_pulse_ends(uint32_t ticks);

/* The same for the main loop, where interrupts are on. */
uint32_t clock_us_in_loop(void);

void clock_forget_pulse(void);

/* Whether a millisecond has begun since the last call: a stopped tick must not be fed by the watchdog. */
uint8_t clock_ticked(void);

#endif
