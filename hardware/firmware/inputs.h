/* What the board hears: emergency stop, load feedback, vibration. */
#ifndef INPUTS_H
#define INPUTS_H

#include <stdint.h>

extern volatile uint8_t stop_open;
extern volatile uint8_t load_live;
extern volatile uint8_t load_was_seen; /* since reset: feedback is fitted and works */
extern volatile uint8_t shaking;

void inputs_start(void);

/* With interrupts off, every millisecond. */
void inputs_tick(void);

/* A report every window_ms (0: none); a swing of `level` counts is shaking (0: nothing is). With interrupts off. */
void sense_ask(uint16_t window_ms, uint16_t level);

#endif
