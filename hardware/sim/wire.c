/* The serial line: bytes to the chip at 115200 baud, bytes from it with their times.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later, as that of libsimavr, which it is linked with.
 */
#include <stdlib.h>
#include <string.h>

#include "avr_uart.h"
#include "chip.h"

#define BYTE_CYCLES 1389 /* ten bits at 115200 baud */

static void byte_out(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct chip *chip = param;
    (void)irq;
    if (chip->wire.sent_count < LOG) {
        chip->wire.sent_at[chip->wire.sent_count] = chip->avr->cycle;
        chip->wire.sent[chip->wire.sent_count++] = value;
    }
}

static avr_uart_t *uart(avr_t *avr)
{
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart"))
            return (avr_uart_t *)io;
    abort();
}

/* A byte's first bit goes on the wire; simavr hands it over one byte time later. */
static avr_cycle_count_t wire_turns(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct chip *chip = param;
    if (chip->wire.tail == chip->wire.head)
        return 0;
    uart(avr)->cycles_per_byte = BYTE_CYCLES; /* simavr counts a parity bit that is not there */
    uint16_t byte = chip->wire.waiting[chip->wire.tail++ % WIRE];
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), byte);
    return chip->wire.tail == chip->wire.head ? 0 : when + BYTE_CYCLES;
}

void wire_starts(struct chip *chip)
{
    if (chip->wire.tail == chip->wire.head || avr_cycle_timer_status(chip->avr, wire_turns, chip))
        return;
    uint64_t first = chip->wire.free - (uint64_t)(chip->wire.head - chip->wire.tail) * BYTE_CYCLES;
    avr_cycle_timer_register(chip->avr, first > chip->avr->cycle ? first - chip->avr->cycle : 1, wire_turns, chip);
}

void wire_begins(struct chip *chip)
{
    uint32_t flags = 0;
    avr_ioctl(chip->avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(chip->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), byte_out, chip);
}

/* Bytes for the wire, 0x8000 added to one that arrives damaged; returns when the last has been sent. */
uint64_t chip_send(struct chip *chip, const uint16_t *bytes, uint32_t count)
{
    if (chip->avr->cycle < chip->held_until)
        return chip->avr->cycle; /* a chip in reset hears nothing */
    if (chip->wire.head == chip->wire.tail && chip->wire.free < chip->avr->cycle)
        chip->wire.free = chip->avr->cycle;
    for (uint32_t i = 0; i < count && chip->wire.head - chip->wire.tail < WIRE; i++) {
        chip->wire.waiting[chip->wire.head++ % WIRE] = bytes[i];
        chip->wire.free += BYTE_CYCLES;
    }
    wire_starts(chip);
    return chip->wire.free;
}

/* What the chip has sent, and when each byte began; they are taken away. */
uint32_t chip_sent(struct chip *chip, uint8_t *bytes, uint64_t *at, uint32_t most)
{
    uint32_t count = chip->wire.sent_count < most ? chip->wire.sent_count : most;
    memcpy(bytes, chip->wire.sent, count);
    memcpy(at, chip->wire.sent_at, count * sizeof *at);
    chip->wire.sent_count = 0;
    return count;
}
