#include "identity.h"

#include <avr/eeprom.h>
#include <avr/pgmspace.h>
#include <avr/wdt.h>
#include <string.h>

#include "board.h"
#include "frame.h"

#define WARM 0x5AC3

struct identity identity;

/* Outlives a reset, not a power-up. */
static struct {
    uint16_t mark, power_ups, power_ups_inverted;
    uint8_t resets;
} warm __attribute__((section(".noinit")));

static uint8_t reset_cause __attribute__((section(".noinit")));

static uint16_t EEMEM power_ups_stored;
static char EEMEM name_stored[NAME_MAX_LENGTH];

/* Before main, before the variables get their values: relay off, watchdog on. */
void first_of_all(void) __attribute__((naked, used, section(".init3")));
void first_of_all(void)
{
    PORTB &= (uint8_t)~_BV(RELAY);
    DDRB |= _BV(RELAY);
    reset_cause = MCUSR;
    MCUSR = 0;
    wdt_enable(WDTO_120MS);
}

/* The end of the program in flash, from the linker. */
extern const char __data_load_end[];

static uint16_t sum_of_program(void)
{
    uint16_t sum = 0;
    for (uint16_t at = 0; at < (uint16_t)(uintptr_t)__data_load_end; at++)
        sum = crc16(sum, pgm_read_byte(at));
    return sum;
}

void identity_read(void)
{
    identity.reset_cause = reset_cause;
    if (warm.mark == WARM && warm.power_ups == (uint16_t)~warm.power_ups_inverted)
        warm.resets++;
    else {
        warm.mark = WARM;
        warm.power_ups = eeprom_read_word(&power_ups_stored) + 1;
        warm.power_ups_inverted = (uint16_t)~warm.power_ups;
        warm.resets = 0;
        eeprom_update_word(&power_ups_stored, warm.power_ups);
    }
    identity.boot = (uint32_t)warm.power_ups << 8 | warm.resets;

    eeprom_read_block(identity.name, name_stored, NAME_MAX_LENGTH);
    for (uint8_t i = 0; i < NAME_MAX_LENGTH; i++)
        if (identity.name[i] <= ' ' || identity.name[i] > '~')
            identity.name[i] = '\0';
    wdt_reset();
    identity.sum = sum_of_program();
    wdt_reset();
}

void identity_rename(const char *name)
{
    strncpy(identity.name, name, NAME_MAX_LENGTH);
    for (uint8_t i = 0; i < NAME_MAX_LENGTH; i++) {
        wdt_reset();
        eeprom_update_byte((uint8_t *)&name_stored[i], (uint8_t)identity.name[i]);
    }
}
