/* The session and its lease: who may switch on, and for how long without another word. */
#ifndef SESSION_H
#define SESSION_H

#include <stdint.h>

extern volatile uint8_t session_open;

/* With interrupts off. */
void session_begin(uint16_t lease_ms);
void session_renew(void);
void session_tick(void);

#endif
