/* The conversation: frames in, commands carried out, answers and events out. */
#ifndef TALK_H
#define TALK_H

#include <stdint.h>

void talk_boot(void);

/* Takes what has come and sends what can be sent; whether there was anything to take. */
uint8_t talk(void);

/* How long the longest pass of the main loop took. */
void talk_note_pass(uint16_t us);

#endif
