/* The board of hardware/firmware on a simulated ATmega328P, with the load, the stop loop and the wire around it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright (C) the authors of Referee. This file links libsimavr and is under its licence;
 * nothing of the firmware is compiled into it: it runs the same hex file that a real chip is given.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "avr_adc.h"
#include "avr_extint.h"
#include "avr_ioport.h"
#include "avr_uart.h"
#include "sim_avr.h"
#include "sim_hex.h"
#include "sim_interrupts.h"

#define HZ 16000000ULL
#define BYTE_CYCLES 1389 /* ten bits at 115200 baud */
#define WIRE (1 << 20)   /* bytes that may wait to be sent */
#define LOG (1 << 16)

#define RELAY_PIN 0
#define STOP_PIN 2
#define LOAD_PIN 3
#define PIND_AT 0x29
#define SPIN 0xCFFF /* rjmp to itself */

enum what { RELAY = 'r', LOAD = 'l', STOP = 's', RESET = 'x' };
enum cause { POWER = 1, RESET_LINE = 2, BROWN_OUT = 4, WATCHDOG = 8 };

struct entry {
    uint64_t cycle;
    uint8_t what, value;
};

struct chip {
    avr_io_t io; /* first: simavr calls its reset with this address */
    avr_t *avr;
    uint64_t started_at; /* cycles of earlier lives of the chip */
    uint16_t wire[WIRE];
    uint32_t wire_head, wire_tail;
    uint64_t wire_free; /* cycle at which the wire has sent all it was given */
    struct entry log[LOG];
    uint32_t log_count;
    uint8_t sent[LOG];
    uint64_t sent_at[LOG];
    uint32_t sent_count;
    uint8_t relay, contact, live, stop_open, welded, cut, fitted;
    uint32_t close_us, open_us, half_wave_us;
    uint8_t wave;
    uint64_t held_until;
    uint8_t cause;
    uint32_t hang_at;
    uint8_t hung;
    uint16_t hung_word;
    uint32_t bias_mv, swing_mv; /* vibration: a triangle about bias */
    uint64_t swing_cycles;
    uint8_t measuring;
    uint64_t dark_since, dark_most; /* interrupts off */
    uint16_t stack_least;
    uint64_t until;
};

static void quiet(avr_t *avr, const int level, const char *format, va_list args)
{
    (void)avr, (void)level, (void)format, (void)args;
}

static uint64_t cycles(uint64_t us) { return us * (HZ / 1000000); }

static void note(struct chip *chip, uint8_t what, uint8_t value)
{
    if (chip->log_count < LOG)
        chip->log[chip->log_count++] = (struct entry){chip->avr->cycle, what, value};
}

static void set_input(struct chip *chip, int pin, int value)
{
    avr_ioport_external_t external = {.name = 'D', .mask = 1 << STOP_PIN | 1 << LOAD_PIN};
    if (pin == STOP_PIN ? value : chip->stop_open)
        external.value |= 1 << STOP_PIN;
    if (pin == LOAD_PIN ? value : !(chip->live && chip->wave))
        external.value |= 1 << LOAD_PIN;
    avr_ioctl(chip->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &external);
    avr_raise_irq(avr_io_getirq(chip->avr, AVR_IOCTL_IOPORT_GETIRQ('D'), pin), value);
}

static void set_load_pin(struct chip *chip) { set_input(chip, LOAD_PIN, !(chip->live && chip->wave && chip->fitted)); }

/* An optocoupler on mains: dark for 1.5 ms about every zero crossing. */
static avr_cycle_count_t wave_turns(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct chip *chip = param;
    (void)avr;
    if (!chip->live || !chip->half_wave_us)
        return 0;
    chip->wave = !chip->wave;
    set_load_pin(chip);
    return when + cycles(chip->wave ? chip->half_wave_us - 1500 : 1500);
}

static void load_follows(struct chip *chip)
{
    uint8_t live = (chip->contact || chip->welded) && !chip->cut;
    if (live == chip->live)
        return;
    chip->live = live;
    chip->wave = 1;
    note(chip, LOAD, live);
    set_load_pin(chip);
    avr_cycle_timer_cancel(chip->avr, wave_turns, chip);
    if (live && chip->half_wave_us)
        avr_cycle_timer_register(chip->avr, cycles(chip->half_wave_us - 1500), wave_turns, chip);
}

static avr_cycle_count_t contact_moves(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct chip *chip = param;
    (void)avr, (void)when;
    chip->contact = chip->relay;
    load_follows(chip);
    return 0;
}

static void relay_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct chip *chip = param;
    (void)irq;
    value = value != 0;
    if (value == chip->relay)
        return;
    chip->relay = value;
    note(chip, RELAY, value);
    avr_cycle_timer_cancel(chip->avr, contact_moves, chip);
    avr_cycle_timer_register(chip->avr, cycles(value ? chip->close_us : chip->open_us) + 1, contact_moves, chip);
}

static void byte_out(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct chip *chip = param;
    (void)irq;
    if (chip->sent_count < LOG) {
        chip->sent_at[chip->sent_count] = chip->avr->cycle;
        chip->sent[chip->sent_count++] = value;
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
    if (chip->wire_tail == chip->wire_head)
        return 0;
    uart(avr)->cycles_per_byte = BYTE_CYCLES; /* simavr counts a parity bit that is not there */
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), chip->wire[chip->wire_tail++ % WIRE]);
    return chip->wire_tail == chip->wire_head ? 0 : when + BYTE_CYCLES;
}

static void wire_starts(struct chip *chip)
{
    if (chip->wire_tail == chip->wire_head || avr_cycle_timer_status(chip->avr, wire_turns, chip))
        return;
    uint64_t first = chip->wire_free - (uint64_t)(chip->wire_head - chip->wire_tail) * BYTE_CYCLES;
    avr_cycle_timer_register(chip->avr, first > chip->avr->cycle ? first - chip->avr->cycle : 1, wire_turns, chip);
}

static void adc_asks(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct chip *chip = param;
    (void)irq, (void)value;
    uint32_t mv = chip->bias_mv;
    if (chip->swing_cycles && chip->live) {
        int64_t phase = (int64_t)(chip->avr->cycle % chip->swing_cycles) * 4 * chip->swing_mv / (int64_t)chip->swing_cycles;
        int64_t top = chip->swing_mv;
        mv += (uint32_t)((phase < top ? phase : phase < 3 * top ? 2 * top - phase : phase - 4 * top));
    }
    avr_raise_irq(avr_io_getirq(chip->avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0), mv);
}

/* After a reset the outside is as it was; its timers are gone and have to be set again. */
static avr_cycle_count_t outside_again(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct chip *chip = param;
    (void)when;
    set_input(chip, STOP_PIN, chip->stop_open);
    set_load_pin(chip);
    /* simavr has forgotten the register but not the wires, so telling it again changes nothing. */
    uint8_t load = !(chip->live && chip->wave && chip->fitted);
    avr->data[PIND_AT] = chip->stop_open << STOP_PIN | load << LOAD_PIN;
    return 0;
}

static void unhang(struct chip *chip)
{
    if (chip->hung)
        memcpy(chip->avr->flash + chip->hang_at, &chip->hung_word, 2);
    chip->hung = 0;
}

/* simavr clears the port without telling anybody: the pin floats, the pull-down opens the relay. */
static void on_reset(avr_io_t *io)
{
    struct chip *chip = (struct chip *)io;
    note(chip, RESET, chip->cause ? chip->cause : WATCHDOG);
    unhang(chip);
    relay_pin(NULL, 0, chip);
    if (chip->contact)
        avr_cycle_timer_register(chip->avr, cycles(chip->open_us) + 1, contact_moves, chip);
    if (chip->live && chip->half_wave_us)
        avr_cycle_timer_register(chip->avr, cycles(chip->half_wave_us), wave_turns, chip);
    avr_cycle_timer_register(chip->avr, 1, outside_again, chip);
    chip->dark_since = 0;
    wire_starts(chip);
}

static void no_sleep(avr_t *avr, avr_cycle_count_t how_long) { (void)avr, (void)how_long; }

static avr_cycle_count_t wake(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr, (void)when, (void)param;
    return 0;
}

static void scramble(struct chip *chip, uint32_t seed)
{
    uint32_t x = seed * 2654435761u + 1;
    for (uint32_t at = 0x100; at <= chip->avr->ramend; at++) {
        x ^= x << 13, x ^= x >> 17, x ^= x << 5;
        chip->avr->data[at] = (uint8_t)x;
    }
}

static void watch(struct chip *chip, char port, int pin, avr_irq_notify_t tell)
{
    avr_irq_register_notify(avr_io_getirq(chip->avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin), tell, chip);
}

/* A hex file into flash; its first address, or -1. */
static int64_t load(avr_t *avr, const char *hex_file)
{
    ihex_chunk_p chunks;
    int count = read_ihex_chunks(hex_file, &chunks);
    if (count <= 0)
        return -1;
    int64_t first = chunks[0].baseaddr;
    for (int i = 0; i < count; i++)
        if (chunks[i].baseaddr + chunks[i].size <= avr->flashend + 1)
            memcpy(avr->flash + chunks[i].baseaddr, chunks[i].data, chunks[i].size);
    free_ihex_chunks(chunks);
    return first;
}

/* Either file may be missing: a blank chip, or one without a bootloader. */
struct chip *chip_new(const char *hex_file, const char *bootloader, uint32_t seed)
{
    avr_global_logger_set(quiet);
    struct chip *chip = calloc(1, sizeof *chip);
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    if (!chip || !avr)
        return NULL;
    avr_init(avr);
    if (hex_file && load(avr, hex_file) < 0)
        return NULL;
    if (bootloader) {
        int64_t start = load(avr, bootloader);
        if (start < 0)
            return NULL;
        avr->pc = avr->reset_pc = (avr_flashaddr_t)start;
    }
    avr->frequency = HZ;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->sleep = no_sleep;
    avr->codeend = avr->flashend;
    chip->avr = avr;
    chip->fitted = 1;
    chip->wave = 1;
    chip->close_us = 8000;
    chip->open_us = 4000;
    chip->bias_mv = 2500;
    chip->io.kind = "outside";
    chip->io.reset = on_reset;
    chip->stack_least = avr->ramend;
    avr_register_io(avr, &chip->io);
    avr_extint_set_strict_lvl_trig(avr, 0, 0); /* else a low pin is polled for ever, 35 times slower */
    avr_extint_set_strict_lvl_trig(avr, 1, 0);
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    watch(chip, 'B', RELAY_PIN, relay_pin);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), byte_out, chip);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), adc_asks, chip);
    scramble(chip, seed);
    avr_regbit_set(avr, avr->reset_flags.porf);
    avr_cycle_timer_register(avr, 1, outside_again, chip);
    return chip;
}

void chip_free(struct chip *chip)
{
    avr_terminate(chip->avr);
    free(chip->avr);
    free(chip);
}

uint64_t chip_cycle(const struct chip *chip) { return chip->avr->cycle; }

static void measure(struct chip *chip)
{
    avr_t *avr = chip->avr;
    uint16_t stack = avr->data[R_SPL] | avr->data[R_SPH] << 8;
    if (stack < chip->stack_least && stack > 0x100)
        chip->stack_least = stack;
    if (avr->sreg[S_I])
        chip->dark_since = 0;
    else if (!chip->dark_since)
        chip->dark_since = avr->cycle;
    else if (avr->cycle - chip->dark_since > chip->dark_most)
        chip->dark_most = avr->cycle - chip->dark_since;
}

/* Runs to that cycle or a few beyond; 0 when the chip has crashed. */
int chip_run(struct chip *chip, uint64_t until)
{
    avr_t *avr = chip->avr;
    chip->until = until;
    while (avr->cycle < until) {
        if (avr->cycle < chip->held_until) {
            avr->cycle = chip->held_until < until ? chip->held_until : until;
            continue;
        }
        if (avr->state == cpu_Sleeping || !chip->measuring)
            avr_cycle_timer_register(avr, until - avr->cycle, wake, chip);
        avr->run_cycle_limit = chip->measuring ? 1 : 10000;
        do {
            int state = avr_run(avr);
            if (state == cpu_Done || state == cpu_Crashed)
                return 0;
            if (chip->measuring)
                measure(chip);
        } while (avr->cycle < until && avr->cycle >= chip->held_until);
        avr_cycle_timer_cancel(avr, wake, chip);
    }
    return 1;
}

/* Bytes for the wire, 0x8000 added to one that arrives damaged; returns when the last has been sent. */
uint64_t chip_send(struct chip *chip, const uint16_t *bytes, uint32_t count)
{
    if (chip->avr->cycle < chip->held_until)
        return chip->avr->cycle; /* a chip in reset hears nothing */
    if (chip->wire_head == chip->wire_tail && chip->wire_free < chip->avr->cycle)
        chip->wire_free = chip->avr->cycle;
    for (uint32_t i = 0; i < count && chip->wire_head - chip->wire_tail < WIRE; i++) {
        chip->wire[chip->wire_head++ % WIRE] = bytes[i];
        chip->wire_free += BYTE_CYCLES;
    }
    wire_starts(chip);
    return chip->wire_free;
}

/* What the chip has sent, and when each byte began; what happened outside. Both are taken away. */
uint32_t chip_sent(struct chip *chip, uint8_t *bytes, uint64_t *at, uint32_t most)
{
    uint32_t count = chip->sent_count < most ? chip->sent_count : most;
    memcpy(bytes, chip->sent, count);
    memcpy(at, chip->sent_at, count * sizeof *at);
    chip->sent_count = 0;
    return count;
}

uint32_t chip_log(struct chip *chip, struct entry *entries, uint32_t most)
{
    uint32_t count = chip->log_count < most ? chip->log_count : most;
    memcpy(entries, chip->log, count * sizeof *entries);
    chip->log_count = 0;
    return count;
}

int chip_relay(const struct chip *chip) { return chip->relay; }

void chip_stop(struct chip *chip, int open)
{
    chip->stop_open = open != 0;
    note(chip, STOP, chip->stop_open);
    set_input(chip, STOP_PIN, chip->stop_open);
}

void chip_load(struct chip *chip, int fitted, int welded, int cut, uint32_t half_wave_us)
{
    chip->fitted = fitted;
    chip->welded = welded;
    chip->cut = cut;
    chip->half_wave_us = half_wave_us;
    load_follows(chip);
    set_load_pin(chip);
}

void chip_contact(struct chip *chip, uint32_t close_us, uint32_t open_us)
{
    chip->close_us = close_us;
    chip->open_us = open_us;
}

void chip_vibration(struct chip *chip, uint32_t bias_mv, uint32_t swing_mv, uint32_t hz)
{
    chip->bias_mv = bias_mv;
    chip->swing_mv = swing_mv;
    chip->swing_cycles = hz ? HZ / hz : 0;
}

/* Reset line, brown-out or power, held for a while; SRAM survives all but power. */
void chip_reset(struct chip *chip, uint8_t cause, uint64_t hold_us, uint32_t seed)
{
    chip->cause = cause;
    chip->wire_tail = chip->wire_head;
    avr_reset(chip->avr);
    chip->cause = 0;
    if (cause == POWER)
        scramble(chip, seed);
    avr_regbit_set(chip->avr, cause == POWER ? chip->avr->reset_flags.porf
                              : cause == BROWN_OUT ? chip->avr->reset_flags.borf
                                                   : chip->avr->reset_flags.extrf);
    chip->held_until = chip->avr->cycle + cycles(hold_us);
}

/* From the next instruction outside an interrupt on, the chip goes nowhere. */
int chip_hang(struct chip *chip, int interrupts_too)
{
    avr_t *avr = chip->avr;
    uint16_t word = SPIN;
    for (int tries = 0; avr->interrupts.running_ptr || !avr->sreg[S_I] || avr->state != cpu_Running; tries++) {
        avr->run_cycle_limit = 1;
        if (tries > 10000000 || avr_run(avr) == cpu_Crashed)
            return 0;
    }
    chip->hang_at = avr->pc;
    memcpy(&chip->hung_word, avr->flash + avr->pc, 2);
    memcpy(avr->flash + avr->pc, &word, 2);
    chip->hung = 1;
    if (interrupts_too)
        avr->sreg[S_I] = 0;
    return 1;
}

/* Step by step from now on: the longest time without interrupts and the deepest stack are noted. */
void chip_measure(struct chip *chip)
{
    chip->measuring = 1;
    chip->dark_most = chip->dark_since = 0;
    chip->stack_least = chip->avr->ramend;
}

uint64_t chip_longest_dark(const struct chip *chip) { return chip->dark_most; }
uint16_t chip_deepest_stack(const struct chip *chip) { return chip->stack_least; }
