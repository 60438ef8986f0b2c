/* A switch that falls open: everything that must not wait is an interrupt, the rest is this loop. */
#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "board.h"
#include "clock.h"
#include "events.h"
#include "identity.h"
#include "inputs.h"
#include "talk.h"
#include "uart.h"

int main(void)
{
    DDRB |= _BV(LAMP);
    identity_read();
    inputs_start();
    uart_start();
    clock_start();
    sei();
    talk_boot();

    set_sleep_mode(SLEEP_MODE_IDLE);
    for (;;) {
        uint32_t begun_us = clock_us_in_loop();
        uint8_t busy = talk();
        if (clock_ticked()) /* a tick that has stopped must end in a reset too */
            wdt_reset();
        uint32_t pass_us = clock_us_in_loop() - begun_us;
        talk_note_pass(pass_us > UINT16_MAX ? UINT16_MAX : (uint16_t)pass_us);
        cli(); /* a byte that comes between looking and sleeping must not wait for the next tick */
        if (!busy && !uart_waits()) {
            sleep_enable();
            sei();
            sleep_cpu();
            sleep_disable();
        }
        sei();
    }
}
