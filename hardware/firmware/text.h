/* Lines for the host: words, numbers, and the check at their end. Portable C. */
#ifndef TEXT_H
#define TEXT_H

#include <stdint.h>

#define LINE_MAX 128 /* with the line feed */

struct line {
    char text[LINE_MAX];
    uint8_t length;
};

void line_begin(struct line *line, char kind, uint8_t number);
void line_text(struct line *line, const char *text);
void line_hex(struct line *line, uint32_t value, uint8_t digits);
void line_decimal(struct line *line, uint32_t value);

/* " key=" before a value. */
void line_key(struct line *line, const char *key);

/* Puts check and line feed behind the text. */
void line_end(struct line *line);

#endif
