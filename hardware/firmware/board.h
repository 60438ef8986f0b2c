/* The pins of an Uno or Nano. Not D13 for the relay: bootloaders blink it. Not D0 and D1: they talk. */
#ifndef BOARD_H
#define BOARD_H

#include <avr/io.h>

#define RELAY PB0 /* D8, high closes; 10 kOhm to ground outside, because pins float in reset */
#define LAMP PB5  /* D13, the lamp on the board */
#define STOP PD2  /* D2, emergency-stop loop to ground; open (high) means stop */
#define LOAD PD3  /* D3, low while the load has power */
#define SENSE 0   /* A0, vibration or current */

#define STOP_IS_OPEN() (PIND & _BV(STOP))
#define LOAD_IS_LIVE() (!(PIND & _BV(LOAD)))

#endif
