/* libFuzzer on the firmware's own reader of frames, commands and lines, against a second opinion.
 *
 * The first byte says whether the rest is raw, or words to be put into a right frame: a fuzzer does not find a CRC.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "frame.h"
#include "text.h"

static void must(int truth, const char *what)
{
    if (truth)
        return;
    fprintf(stderr, "broken: %s\n", what);
    abort();
}

/* CRC-16/XMODEM by the book, bit by bit. */
static unsigned long_division(const uint8_t *bytes, size_t count)
{
    unsigned crc = 0;
    for (size_t i = 0; i < 8 * count; i++) {
        unsigned bit = bytes[i / 8] >> (7 - i % 8) & 1;
        unsigned carry = (crc >> 15 & 1) ^ bit;
        crc = (crc << 1 & 0xFFFF) ^ (carry ? 0x1021 : 0);
    }
    return crc;
}

/* The second opinion: a whole line, looked at from its end. */
static int is_frame(const uint8_t *line, size_t count)
{
    char check[5];
    if (count < 10 || count > FRAME_MAX || line[0] != '@' || line[3] != ' ' || line[count - 5] != '*')
        return 0;
    snprintf(check, sizeof check, "%04X", long_division(line, count - 5));
    return memcmp(line + count - 4, check, 4) == 0 && strchr("0123456789ABCDEF", line[1]) && line[1] &&
           strchr("0123456789ABCDEF", line[2]) && line[2];
}

static void look_at(struct frame_reader *reader, const uint8_t *line, size_t count)
{
    struct command command = {.verb = VERBS};
    char *words = frame_words(reader);
    must(strlen(words) == count - 9 && !memcmp(words, line + 4, count - 9), "the words are not the line's");
    enum command_result result = command_read(words, &command);
    if (result == COMMAND_GOOD || result == COMMAND_RANGE)
        must(command.verb < VERBS, "a verb that does not exist");
    if (result == COMMAND_GOOD && (command.verb == VERB_ON || command.verb == VERB_PULSE)) {
        uint32_t asked = (uint32_t)atol(strchr(words, ' '));
        must(command.value[0] == asked && asked >= 20 && asked <= 120000, "a time that was not asked for");
    }

    struct line answer;
    line_begin(&answer, '=', reader->number);
    line_text(&answer, words);
    for (int i = 0; i < 6; i++) {
        line_key(&answer, "value");
        line_decimal(&answer, reader->check * 65537u);
        line_hex(&answer, reader->check, 8);
    }
    line_end(&answer);
    must(answer.length <= LINE_MAX && answer.text[answer.length - 1] == '\n', "a line without its end");
}

static void feed(const uint8_t *bytes, size_t count)
{
    struct frame_reader *reader = calloc(1, sizeof *reader);
    uint8_t line[FRAME_MAX + 1];
    size_t length = 0;
    int spoilt = 0;
    for (size_t i = 0; i < count; i++) {
        enum frame_result result = frame_push(reader, bytes[i]);
        int good = 0;
        if (bytes[i] == '\r') {
            must(result == FRAME_MORE, "a carriage return means something");
            continue;
        }
        if (bytes[i] == '@')
            length = 0, spoilt = 0;
        if (bytes[i] == '\n') {
            good = !spoilt && is_frame(line, length);
            must((result == FRAME_GOOD) == good, good ? "a good frame was refused" : "a bad frame was accepted");
            if (good)
                look_at(reader, line, length);
            length = 0, spoilt = 0;
            continue;
        }
        must(result != FRAME_GOOD, "a frame without its end");
        spoilt |= bytes[i] < ' ' || bytes[i] > '~' || length == FRAME_MAX;
        if (!spoilt)
            line[length++] = bytes[i];
    }
    free(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count == 0)
        return 0;
    if (bytes[0] & 1) {
        feed(bytes + 1, count - 1);
        return 0;
    }
    uint8_t framed[80];
    size_t words = count - 1 > 60 ? 60 : count - 1;
    memcpy(framed, "@5A ", 4);
    memcpy(framed + 4, bytes + 1, words);
    size_t end = words + 4;
    end += (size_t)snprintf((char *)framed + end, 8, "*%04X\n", long_division(framed, end));
    feed(framed, end);
    return 0;
}
