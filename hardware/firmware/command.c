#include "command.h"

#include <string.h>

#define MOST_DIGITS 6

struct range {
    uint32_t least, most;
};

struct form {
    char name[6];
    uint8_t count;
    struct range range[2];
};

/* The version is checked by whoever answers: it has a refusal of its own. */
static const struct form FORMS[VERBS] = {
    [VERB_HELLO] = {"HELLO", 2, {{0, 999999}, {50, 2000}}},
    [VERB_HB] = {"HB", 0, {{0, 0}}},
    [VERB_ON] = {"ON", 1, {{20, 120000}}},
    [VERB_KEEP] = {"KEEP", 1, {{20, 120000}}},
    [VERB_PULSE] = {"PULSE", 1, {{20, 120000}}},
    [VERB_OFF] = {"OFF", 0, {{0, 0}}},
    [VERB_CLR] = {"CLR", 0, {{0, 0}}},
    [VERB_STAT] = {"STAT", 0, {{0, 0}}},
    [VERB_SENSE] = {"SENSE", 2, {{0, 2000}, {0, 1023}}},
    [VERB_NAME] = {"NAME", 0, {{0, 0}}},
};

/* One to six decimal digits; moves `at` behind them. */
static uint8_t number(const char **at, uint32_t *value)
{
    uint8_t digits = 0;
    *value = 0;
    for (; **at >= '0' && **at <= '9'; (*at)++) {
        if (++digits > MOST_DIGITS)
            return 0;
        *value = *value * 10 + (uint8_t)(**at - '0');
    }
    return digits != 0;
}

static enum command_result name(const char *at, struct command *command)
{
    if (*at++ != ' ')
        return COMMAND_ARG;
    command->text = at;
    for (; *at; at++) {
        char c = *at;
        uint8_t letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        uint8_t figure = c >= '0' && c <= '9';
        if (!letter && !figure && c != '-' && c != '_' && c != '.')
            return COMMAND_ARG;
    }
    size_t length = (size_t)(at - command->text);
    return length >= 1 && length <= NAME_MAX_LENGTH ? COMMAND_GOOD : COMMAND_RANGE;
}

enum command_result command_read(const char *words, struct command *command)
{
    const char *end = words;
    while (*end && *end != ' ')
        end++;
    size_t length = (size_t)(end - words);
    for (uint8_t verb = 0; verb < VERBS; verb++) {
        const struct form *form = &FORMS[verb];
        if (strlen(form->name) != length || memcmp(form->name, words, length) != 0)
            continue;
        command->verb = verb;
        command->text = NULL;
        if (verb == VERB_NAME)
            return name(end, command);
        uint8_t outside = 0;
        for (uint8_t i = 0; i < form->count; i++) {
            if (*end++ != ' ' || !number(&end, &command->value[i]))
                return COMMAND_ARG;
            outside |= command->value[i] < form->range[i].least || command->value[i] > form->range[i].most;
        }
        if (*end)
            return COMMAND_ARG;
        return outside ? COMMAND_RANGE : COMMAND_GOOD;
    }
    return COMMAND_VERB;
}
