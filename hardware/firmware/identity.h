/* Who this board is: number of the boot, cause of the reset, name, sum of the program. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include <stdint.h>

#include "command.h"

#define FIRMWARE "1.0.0"

struct identity {
    uint32_t boot; /* power-ups so far and, in the last byte, resets since */
    uint16_t sum;
    uint8_t reset_cause;
    char name[NAME_MAX_LENGTH + 1];
};

extern struct identity identity;

void identity_read(void);

/* Takes 3 ms a letter: only with the relay open. */
void identity_rename(const char *name);

#endif
