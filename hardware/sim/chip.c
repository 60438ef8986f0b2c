/* The switch's hex file on a simulated ATmega328P: its life from power-up to hanging.
 *
 * Nothing of the firmware is compiled in: it is the very file that a real chip is given.
 * SPDX-License-Identifier: GPL-3.0-or-later, as that of libsimavr, which it is linked with.
 */
#include <stdlib.h>
#include <string.h>

#include "avr_extint.h"
#include "chip.h"
#include "sim_hex.h"
#include "sim_interrupts.h"

#define SPIN 0xCFFF /* rjmp to itself */

static void quiet(avr_t *avr, const int level, const char *format, va_list args)
{
    (void)avr, (void)level, (void)format, (void)args;
}

void note(struct chip *chip, uint8_t what, uint8_t value)
{
    if (chip->log_count < LOG)
        chip->log[chip->log_count++] = (struct entry){chip->avr->cycle, what, value};
}

static void unhang(struct chip *chip)
{
    if (chip->hung)
        memcpy(chip->avr->flash + chip->hang_at, &chip->hung_word, 2);
    chip->hung = 0;
}

static void on_reset(avr_io_t *io)
{
    struct chip *chip = (struct chip *)io;
    note(chip, RESET, chip->cause ? chip->cause : WATCHDOG);
    unhang(chip);
    outside_after_reset(chip);
    wire_starts(chip);
    chip->dark_since = 0;
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
    chip->io.kind = "outside";
    chip->io.reset = on_reset;
    chip->stack_least = avr->ramend;
    avr_register_io(avr, &chip->io);
    avr_extint_set_strict_lvl_trig(avr, 0, 0); /* else a low pin is polled for ever, 35 times slower */
    avr_extint_set_strict_lvl_trig(avr, 1, 0);
    outside_begins(chip);
    wire_begins(chip);
    scramble(chip, seed);
    avr_regbit_set(avr, avr->reset_flags.porf);
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

/* What has happened outside; it is taken away. */
uint32_t chip_log(struct chip *chip, struct entry *entries, uint32_t most)
{
    uint32_t count = chip->log_count < most ? chip->log_count : most;
    memcpy(entries, chip->log, count * sizeof *entries);
    chip->log_count = 0;
    return count;
}

/* Reset line, brown-out or power, held for a while; SRAM survives all but power. */
void chip_reset(struct chip *chip, uint8_t cause, uint64_t hold_us, uint32_t seed)
{
    chip->cause = cause;
    chip->wire.tail = chip->wire.head;
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
