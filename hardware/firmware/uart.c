#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "clock.h"
#include "relay.h"

#define PANIC '!'
#define RX 128  /* powers of two; sending uses the wrap of its 8-bit places, 256 */
#define STAMPS 8

static volatile uint8_t rx[RX], rx_head, rx_tail;
static volatile uint32_t stamps[STAMPS];
static volatile uint8_t stamp_head;
static uint8_t stamp_tail;
static volatile uint16_t errors;
static uint8_t tx[256];
static volatile uint8_t tx_head, tx_tail;

void uart_start(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = F_CPU / 8 / 115200 - 1;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

static void damaged(void)
{
    relay_pin_off();
    if (errors != UINT16_MAX)
        errors++;
    if (relay_closed)
        relay_trip(WHY_LINE);
}

ISR(USART_RX_vect)
{
    uint8_t status = UCSR0A;
    uint8_t byte = UDR0;
    if (byte == PANIC) {
        relay_pin_off();
        relay_trip(WHY_PANIC);
        return;
    }
    if (status & (_BV(FE0) | _BV(DOR0))) {
        damaged();
        byte = 0;
    }
    if ((uint8_t)(rx_head - rx_tail) == RX) {
        damaged();
        return;
    }
    if (byte == '\n')
        stamps[stamp_head++ & (STAMPS - 1)] = clock_us();
    rx[rx_head & (RX - 1)] = byte;
    rx_head++;
}

int16_t uart_take(void)
{
    if (!uart_waits())
        return -1;
    uint8_t byte = rx[rx_tail & (RX - 1)];
    if (byte == '\n')
        stamp_tail++;
    rx_tail++;
    return byte;
}

uint8_t uart_waits(void) { return rx_head != rx_tail; }

uint32_t uart_line_us(void)
{
    uint32_t us;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { us = stamps[(uint8_t)(stamp_tail - 1) & (STAMPS - 1)]; }
    return us;
}

uint8_t uart_room(void) { return (uint8_t)(tx_tail - tx_head - 1); }

uint8_t uart_send(const char *bytes, uint8_t length)
{
    if (uart_room() < length)
        return 0;
    uint8_t at = tx_head;
    while (length--)
        tx[at++] = (uint8_t)*bytes++;
    tx_head = at;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { UCSR0B |= _BV(UDRIE0); }
    return 1;
}

ISR(USART_UDRE_vect)
{
    UDR0 = tx[tx_tail++];
    if (tx_tail == tx_head)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

uint16_t uart_errors(void)
{
    uint16_t count;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { count = errors; }
    return count;
}
