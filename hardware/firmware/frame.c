#include "frame.h"

#define SHORTEST 10 /* @00 X*0000 */
#define TAIL 5      /* *0000 */

/* CRC-16/XMODEM, eight bits at once: the polynomial's three terms are the three lines. */
uint16_t crc16(uint16_t crc, uint8_t byte)
{
    uint8_t high = (uint8_t)(crc >> 8) ^ byte;
    high ^= high >> 4;
    crc = (uint16_t)(crc << 8) ^ high;
    crc ^= (uint16_t)high << 5;
    crc ^= (uint16_t)high << 12;
    return crc;
}

/* A hex digit's value, or 16. Capitals only, so that every frame has one spelling. */
static uint8_t digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16;
}

/* Whether `count` hex digits stand at `text`; their value goes to `value`. */
static uint8_t hex(const char *text, uint8_t count, uint16_t *value)
{
    *value = 0;
    for (uint8_t i = 0; i < count; i++) {
        uint8_t d = digit(text[i]);
        if (d > 15)
            return 0;
        *value = (uint16_t)(*value << 4) | d;
    }
    return 1;
}

static enum frame_result finish(struct frame_reader *reader)
{
    uint8_t length = reader->length;
    reader->length = 0;
    if (length < SHORTEST)
        return FRAME_SHAPE;
    char *tail = reader->text + length - TAIL;
    uint16_t number, check;
    if (reader->text[3] != ' ' || *tail != '*' || !hex(reader->text + 1, 2, &number) || !hex(tail + 1, 4, &check))
        return FRAME_SHAPE;
    uint16_t crc = 0;
    for (const char *c = reader->text; c < tail; c++)
        crc = crc16(crc, (uint8_t)*c);
    if (crc != check)
        return FRAME_CRC;
    *tail = '\0';
    reader->number = (uint8_t)number;
    reader->check = check;
    return FRAME_GOOD;
}

static enum frame_result bad(struct frame_reader *reader, enum frame_result why)
{
    reader->skipping = 1;
    reader->length = 0;
    return why;
}

enum frame_result frame_push(struct frame_reader *reader, uint8_t byte)
{
    if (byte == '\r')
        return FRAME_MORE;
    if (byte == '\n') {
        if (reader->skipping || reader->length == 0) {
            reader->skipping = 0;
            return FRAME_MORE;
        }
        return finish(reader);
    }
    if (byte == '@') { /* begins a frame anywhere, so that OFF is heard behind a torn line */
        uint8_t torn = reader->length != 0;
        reader->skipping = 0;
        reader->text[0] = '@';
        reader->length = 1;
        return torn ? FRAME_SHAPE : FRAME_MORE;
    }
    if (reader->skipping)
        return FRAME_MORE;
    if (byte < ' ' || byte > '~')
        return bad(reader, FRAME_CHAR);
    if (reader->length == 0)
        return bad(reader, FRAME_SHAPE);
    if (reader->length == FRAME_MAX)
        return bad(reader, FRAME_LONG);
    reader->text[reader->length++] = (char)byte;
    return FRAME_MORE;
}
