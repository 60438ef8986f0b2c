/* The serial line: bytes in with the times of their line feeds, bytes out without ever waiting. */
#ifndef UART_H
#define UART_H

#include <stdint.h>

void uart_start(void);

/* The oldest received byte, or -1. A damaged byte comes as 0. */
int16_t uart_take(void);

uint8_t uart_waits(void);

/* When the line feed that was taken last had arrived. */
uint32_t uart_line_us(void);

/* Whether `length` bytes found room; they are sent whole or not at all. */
uint8_t uart_send(const char *bytes, uint8_t length);
uint8_t uart_room(void);

/* Framing errors and overruns since reset. */
uint16_t uart_errors(void);

#endif
