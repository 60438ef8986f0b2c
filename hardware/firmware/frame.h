/* From bytes to checked frames. Portable C: the same file runs on the chip and under the fuzzer. */
#ifndef FRAME_H
#define FRAME_H

#include <stdint.h>

#define FRAME_MAX 48 /* bytes of a command without its line feed */

enum frame_result {
    FRAME_MORE, /* nothing complete yet */
    FRAME_GOOD,
    FRAME_CHAR, /* a byte that no frame has */
    FRAME_SHAPE,
    FRAME_LONG,
    FRAME_CRC,
};

struct frame_reader {
    char text[FRAME_MAX + 1];
    uint8_t length;
    uint8_t skipping; /* the rest of a line that was found bad */
    uint8_t number;   /* of the last good frame */
    uint16_t check;
};

uint16_t crc16(uint16_t crc, uint8_t byte);

/* Takes one byte. After FRAME_GOOD, words(), number and check hold the frame until the next byte. */
enum frame_result frame_push(struct frame_reader *reader, uint8_t byte);

/* Verb and arguments of the last good frame. */
static inline char *frame_words(struct frame_reader *reader) { return reader->text + 4; }

#endif
