#include "text.h"

#include "frame.h"

#define TAIL 6 /* *CCCC and the line feed always find room */

static void put(struct line *line, char c)
{
    if (line->length < LINE_MAX - TAIL)
        line->text[line->length++] = c;
}

static char digit(uint8_t value) { return (char)(value < 10 ? '0' + value : 'A' + value - 10); }

void line_begin(struct line *line, char kind, uint8_t number)
{
    line->length = 0;
    put(line, kind);
    line_hex(line, number, 2);
}

void line_text(struct line *line, const char *text)
{
    while (*text)
        put(line, *text++);
}

void line_hex(struct line *line, uint32_t value, uint8_t digits)
{
    char text[9];
    text[digits] = '\0';
    while (digits--) {
        text[digits] = digit(value & 15);
        value >>= 4;
    }
    line_text(line, text);
}

void line_decimal(struct line *line, uint32_t value)
{
    char digits[10];
    uint8_t count = 0;
    for (; value > UINT16_MAX; value /= 10)
        digits[count++] = (char)('0' + value % 10);
    uint16_t rest = (uint16_t)value; /* most are small, and 16 bits divide three times as fast */
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    while (count--)
        put(line, digits[count]);
}

void line_key(struct line *line, const char *key)
{
    put(line, ' ');
    line_text(line, key);
    put(line, '=');
}

void line_end(struct line *line)
{
    uint16_t crc = 0;
    for (uint8_t i = 0; i < line->length; i++)
        crc = crc16(crc, (uint8_t)line->text[i]);
    line->text[line->length++] = '*';
    for (uint8_t digits = 4; digits--;)
        line->text[line->length++] = digit((crc >> (4 * digits)) & 15);
    line->text[line->length++] = '\n';
}
