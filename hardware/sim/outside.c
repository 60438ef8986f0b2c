/* What is round the chip: the relay's contact, the load and its feedback, the stop loop, vibration.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later, as that of libsimavr, which it is linked with.
 */
#include <stddef.h>

#include "avr_adc.h"
#include "avr_ioport.h"
#include "chip.h"

#define RELAY_PIN 0
#define STOP_PIN 2
#define LOAD_PIN 3
#define PINB_AT 0x23
#define DDRB_AT 0x24
#define PIND_AT 0x29

/* The two wires to port D: a whole loop and a live load pull down. */
static uint8_t wires(const struct outside *outside)
{
    uint8_t load_is_dark = !(outside->live && outside->wave && outside->fitted);
    return (uint8_t)(outside->stop_open << STOP_PIN | load_is_dark << LOAD_PIN);
}

static void tell_inputs(struct chip *chip)
{
    uint8_t now = wires(&chip->outside);
    avr_ioport_external_t external = {.name = 'D', .mask = 1 << STOP_PIN | 1 << LOAD_PIN, .value = now};
    avr_ioctl(chip->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &external);
    avr_irq_t *pins = avr_io_getirq(chip->avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 0);
    avr_raise_irq(pins + STOP_PIN, now >> STOP_PIN & 1);
    avr_raise_irq(pins + LOAD_PIN, now >> LOAD_PIN & 1);
}

/* An optocoupler on mains: dark for 1.5 ms about every zero crossing. */
static avr_cycle_count_t wave_turns(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct chip *chip = param;
    (void)avr;
    if (!chip->outside.live || !chip->outside.half_wave_us)
        return 0;
    chip->outside.wave = !chip->outside.wave;
    tell_inputs(chip);
    return when + cycles(chip->outside.wave ? chip->outside.half_wave_us - 1500 : 1500);
}

static void load_follows(struct chip *chip)
{
    uint8_t live = (chip->outside.contact || chip->outside.welded) && !chip->outside.cut;
    if (live == chip->outside.live)
        return;
    chip->outside.live = live;
    chip->outside.wave = 1;
    note(chip, LOAD, live);
    tell_inputs(chip);
    avr_cycle_timer_cancel(chip->avr, wave_turns, chip);
    if (live && chip->outside.half_wave_us)
        avr_cycle_timer_register(chip->avr, cycles(chip->outside.half_wave_us - 1500), wave_turns, chip);
}

static avr_cycle_count_t contact_moves(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct chip *chip = param;
    (void)avr, (void)when;
    chip->outside.contact = chip->outside.relay;
    load_follows(chip);
    return 0;
}

static void relay_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct chip *chip = param;
    (void)irq;
    value = value != 0;
    if (value == chip->outside.relay)
        return;
    chip->outside.relay = value;
    note(chip, RELAY, value);
    avr_cycle_timer_cancel(chip->avr, contact_moves, chip);
    uint32_t delay_us = value ? chip->outside.close_us : chip->outside.open_us;
    avr_cycle_timer_register(chip->avr, cycles(delay_us) + 1, contact_moves, chip);
}

static void adc_asks(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct chip *chip = param;
    (void)irq, (void)value;
    const struct outside *outside = &chip->outside;
    int64_t mv = outside->bias_mv;
    if (outside->swing_cycles && outside->live) {
        int64_t top = outside->swing_mv;
        int64_t at = (int64_t)(chip->avr->cycle % outside->swing_cycles) * 4 * top / (int64_t)outside->swing_cycles;
        mv += at < top ? at : at < 3 * top ? 2 * top - at : at - 4 * top;
    }
    avr_raise_irq(avr_io_getirq(chip->avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0), (uint32_t)mv);
}

/* After a reset the outside is as it was; its timers are gone and have to be set again. */
static avr_cycle_count_t outside_again(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct chip *chip = param;
    (void)when;
    tell_inputs(chip);
    /* simavr has forgotten the register but not the wires, so telling it again changes nothing. */
    avr->data[PIND_AT] = wires(&chip->outside);
    return 0;
}

/* simavr clears the port without telling anybody: the pin floats, the pull-down opens the relay. */
void outside_after_reset(struct chip *chip)
{
    struct outside *outside = &chip->outside;
    relay_pin(NULL, 0, chip);
    if (outside->contact)
        avr_cycle_timer_register(chip->avr, cycles(outside->open_us) + 1, contact_moves, chip);
    if (outside->live && outside->half_wave_us)
        avr_cycle_timer_register(chip->avr, cycles(outside->half_wave_us), wave_turns, chip);
    avr_cycle_timer_register(chip->avr, 1, outside_again, chip);
}

void outside_begins(struct chip *chip)
{
    avr_t *avr = chip->avr;
    struct outside usual = {.fitted = 1, .wave = 1, .close_us = 8000, .open_us = 4000, .bias_mv = 2500};
    chip->outside = usual;
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), RELAY_PIN), relay_pin, chip);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), adc_asks, chip);
    avr_cycle_timer_register(avr, 1, outside_again, chip);
}

/* The pin's driver is gone: it floats, and reads low. */
void chip_lose_pin(struct chip *chip)
{
    chip->avr->data[DDRB_AT] &= (uint8_t)~(1 << RELAY_PIN);
    chip->avr->data[PINB_AT] &= (uint8_t)~(1 << RELAY_PIN);
    relay_pin(NULL, 0, chip);
}

int chip_relay(const struct chip *chip) { return chip->outside.relay; }

void chip_stop(struct chip *chip, int open)
{
    chip->outside.stop_open = open != 0;
    note(chip, STOP, chip->outside.stop_open);
    tell_inputs(chip);
}

void chip_load(struct chip *chip, int fitted, int welded, int cut, uint32_t half_wave_us)
{
    chip->outside.fitted = fitted;
    chip->outside.welded = welded;
    chip->outside.cut = cut;
    chip->outside.half_wave_us = half_wave_us;
    load_follows(chip);
    tell_inputs(chip);
}

void chip_contact(struct chip *chip, uint32_t close_us, uint32_t open_us)
{
    chip->outside.close_us = close_us;
    chip->outside.open_us = open_us;
}

void chip_vibration(struct chip *chip, uint32_t bias_mv, uint32_t swing_mv, uint32_t hz)
{
    chip->outside.bias_mv = bias_mv;
    chip->outside.swing_mv = swing_mv;
    chip->outside.swing_cycles = hz ? HZ / hz : 0;
}
