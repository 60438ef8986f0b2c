/* From a frame's words to a command with checked numbers. Portable C, like frame.h. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdint.h>

#define PROTOCOL 1
#define NAME_MAX_LENGTH 12

enum verb {
    VERB_HELLO,
    VERB_HB,
    VERB_ON,
    VERB_KEEP,
    VERB_PULSE,
    VERB_OFF,
    VERB_CLR,
    VERB_STAT,
    VERB_SENSE,
    VERB_NAME,
    VERBS,
};

enum command_result {
    COMMAND_GOOD,
    COMMAND_VERB, /* no such verb */
    COMMAND_ARG,  /* not the arguments it takes */
    COMMAND_RANGE,
};

struct command {
    uint8_t verb;
    uint32_t value[2];
    const char *text; /* NAME's argument */
};

/* Reads "VERB argument ..."; with COMMAND_RANGE the verb is known too. */
enum command_result command_read(const char *words, struct command *command);

#endif
