/* A simulated switch: the chip, and what is round it. Shared by the three files that are linked with libsimavr.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later, as that of libsimavr, which it is linked with.
 */
#ifndef CHIP_H
#define CHIP_H

#include <stdint.h>

#include "sim_avr.h"

#define HZ 16000000ULL
#define WIRE (1 << 20) /* bytes that may wait to be sent */
#define LOG (1 << 16)

enum what { RELAY = 'r', LOAD = 'l', STOP = 's', RESET = 'x' };
enum cause { POWER = 1, RESET_LINE = 2, BROWN_OUT = 4, WATCHDOG = 8 };

struct entry {
    uint64_t cycle;
    uint8_t what, value;
};

/* Relay contact, load, stop loop, vibration. */
struct outside {
    uint8_t relay, contact, live, welded, cut, fitted, stop_open;
    uint32_t close_us, open_us;
    uint32_t half_wave_us; /* 0: the load feedback is steady */
    uint8_t wave;
    uint32_t bias_mv, swing_mv; /* vibration: a triangle about bias */
    uint64_t swing_cycles;
};

/* The serial line, both ways. */
struct wire {
    uint16_t waiting[WIRE];
    uint32_t head, tail;
    uint64_t free; /* cycle at which it has sent all it was given */
    uint8_t sent[LOG];
    uint64_t sent_at[LOG];
    uint32_t sent_count;
};

struct chip {
    avr_io_t io; /* first: simavr calls its reset with this address */
    avr_t *avr;
    struct outside outside;
    struct wire wire;
    struct entry log[LOG];
    uint32_t log_count;
    uint64_t held_until; /* in reset */
    uint8_t cause;
    uint8_t hung;
    uint32_t hang_at;
    uint16_t hung_word;
    uint8_t measuring;
    uint64_t dark_since, dark_most; /* interrupts off */
    uint16_t stack_least;
};

static inline uint64_t cycles(uint64_t us) { return us * (HZ / 1000000); }

void note(struct chip *chip, uint8_t what, uint8_t value);

void outside_begins(struct chip *chip);
void outside_after_reset(struct chip *chip);

void wire_begins(struct chip *chip);
void wire_starts(struct chip *chip);

#endif
