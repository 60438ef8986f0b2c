/* Carries out what a frame asks for, and writes the answer. */
#ifndef ANSWER_H
#define ANSWER_H

#include <stdint.h>

#include "frame.h"
#include "text.h"

extern struct counts {
    uint16_t bad;     /* frames that were none */
    uint16_t mute;    /* answers that found no room */
    uint16_t loop_us; /* longest pass of the main loop */
} counts;

void count(uint16_t *counter);

/* Something came that is no frame, or none that we know: a closed relay trips. */
void misunderstood(void);

/* The answer to a good frame; it stays until the next one. */
const struct line *answer_to(struct frame_reader *frame, uint32_t received_us);

/* What BOOT and HELLO both say. */
void answer_who(struct line *line);

#endif
