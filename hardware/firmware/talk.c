#include "talk.h"

#include "answer.h"
#include "clock.h"
#include "events.h"
#include "frame.h"
#include "text.h"
#include "uart.h"

#define AT_ONCE 32     /* bytes in one pass */
#define EVENT_ROOM 150 /* an event, and behind it room for an answer */

static void send(const struct line *line)
{
    if (!uart_send(line->text, line->length))
        count(&counts.mute);
}

static void answer_noise(const char *code)
{
    misunderstood();
    struct line line;
    line.length = 0;
    line_text(&line, "=-- ERR ");
    line_text(&line, code);
    line_end(&line);
    send(&line);
}

static void take(uint8_t byte)
{
    static const char CODES[][6] = {
        [FRAME_CHAR] = "char",
        [FRAME_SHAPE] = "frame",
        [FRAME_LONG] = "long",
        [FRAME_CRC] = "crc",
    };
    static struct frame_reader reader;
    static uint16_t errors_told;
    enum frame_result result = frame_push(&reader, byte);
    if (result == FRAME_GOOD)
        send(answer_to(&reader, uart_line_us()));
    else if (result != FRAME_MORE) {
        uint16_t errors = uart_errors();
        answer_noise(errors != errors_told ? "line" : CODES[result]);
        errors_told = errors;
    }
}

void talk_boot(void)
{
    struct line line;
    uart_send("\n", 1); /* ends what a reset may have cut off */
    line_begin(&line, '#', event_number());
    line_text(&line, " BOOT");
    answer_who(&line);
    line_key(&line, "t");
    line_hex(&line, clock_us_in_loop(), 8);
    line_end(&line);
    send(&line);
}

uint8_t talk(void)
{
    uint8_t taken = 0;
    for (int16_t byte; taken < AT_ONCE && (byte = uart_take()) >= 0; taken++)
        take((uint8_t)byte);
    if (event_waits() && uart_room() >= EVENT_ROOM) {
        struct line line;
        event_write(&line);
        send(&line);
    }
    return taken != 0;
}

void talk_note_pass(uint16_t us)
{
    if (us > counts.loop_us)
        counts.loop_us = us;
}
