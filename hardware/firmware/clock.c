#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "inputs.h"
#include "relay.h"
#include "session.h"

/* From the match to the pin in cycles of Timer1: entering the interrupt and reading the clock. */
#define WAY_TO_PIN 15

static volatile uint32_t turns; /* of Timer1, 32.768 ms each */
static volatile uint32_t pulse_end;
static volatile uint8_t ticked;

void clock_start(void)
{
    TCCR1A = 0;
    TCCR1B = _BV(CS11); /* 16 MHz / 8 */
    TIMSK1 = _BV(TOIE1);

    TCCR2A = _BV(WGM21);
    TCCR2B = _BV(CS22); /* 16 MHz / 64 / 250 */
    OCR2A = 249;
    TIMSK2 = _BV(OCIE2A);
}

/* Timer1 and its turns as one; an overflow may be waiting for its interrupt. */
static uint32_t read(uint16_t *count)
{
    uint32_t turn = turns;
    *count = TCNT1;
    if ((TIFR1 & _BV(TOV1)) && *count < 0x8000)
        turn++;
    return turn;
}

uint32_t clock_ticks(void)
{
    uint16_t count;
    uint32_t turn = read(&count);
    return (uint32_t)(uint16_t)turn << 16 | count;
}

uint32_t clock_us(void)
{
    uint16_t count;
    uint32_t turn = read(&count);
    uint16_t low = count >> 1 | (turn & 1 ? 0x8000 : 0);
    return (uint32_t)(uint16_t)(turn >> 1) << 16 | low;
}

uint32_t clock_us_in_loop(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = clock_us(); }
    return now;
}

/* A match comes with every turn; the interrupt looks whether it is the right one. */
void clock_pulse_ends(uint32_t ticks)
{
    pulse_end = ticks - WAY_TO_PIN;
    OCR1A = (uint16_t)pulse_end;
    TIFR1 = _BV(OCF1A);
    TIMSK1 |= _BV(OCIE1A);
}

void clock_forget_pulse(void) { TIMSK1 &= (uint8_t)~_BV(OCIE1A); }

uint8_t clock_ticked(void)
{
    uint8_t was = ticked;
    ticked = 0;
    return was;
}

ISR(TIMER1_COMPA_vect)
{
    if ((int32_t)(clock_ticks() - pulse_end) >= 0)
        relay_open(WHY_PULSE);
}

ISR(TIMER1_OVF_vect) { turns++; }

ISR(TIMER2_COMPA_vect)
{
    ticked = 1;
    relay_tick();
    session_tick();
    inputs_tick();
}
