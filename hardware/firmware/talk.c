#include "talk.h"

#include <string.h>
#include <util/atomic.h>

#include "clock.h"
#include "command.h"
#include "events.h"
#include "frame.h"
#include "identity.h"
#include "inputs.h"
#include "relay.h"
#include "session.h"
#include "text.h"
#include "uart.h"

#define CAPABILITIES "eklpsw"
#define AT_ONCE 32 /* bytes in one pass */
#define EVENT_ROOM 150 /* an event, and behind it room for an answer */

static struct frame_reader reader;
static struct line answer; /* kept, for a frame that is repeated */
static uint8_t answer_counts;
static uint16_t bad_frames, mute, longest_us;

static void count(uint16_t *counter)
{
    if (*counter != UINT16_MAX)
        (*counter)++;
}

static void send(const struct line *line)
{
    if (!uart_send(line->text, line->length))
        count(&mute);
}

static uint8_t state(void)
{
    uint8_t bits = 0;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        bits |= relay_closed ? 0x01 : 0;
        bits |= load_live ? 0x02 : 0;
        bits |= stop_open ? 0x04 : 0;
        bits |= relay_trip_why != WHY_NOTHING ? 0x08 : 0;
        bits |= session_open ? 0x10 : 0;
        bits |= relay_closed && relay_why == WHY_PULSE ? 0x20 : 0;
        bits |= load_was_seen ? 0x40 : 0;
        bits |= shaking ? 0x80 : 0;
    }
    return bits;
}

static void refuse(const char *code)
{
    line_text(&answer, " ERR ");
    line_text(&answer, code);
}

static void key_decimal(const char *key, uint32_t value)
{
    line_key(&answer, key);
    line_decimal(&answer, value);
}

static void key_text(const char *key, const char *text)
{
    line_key(&answer, key);
    line_text(&answer, text);
}

static void key_hex(struct line *line, const char *key, uint32_t value, uint8_t digits)
{
    line_key(line, key);
    line_hex(line, value, digits);
}

/* What BOOT and HELLO both say. */
static void who(struct line *line)
{
    line_key(line, "proto");
    line_decimal(line, PROTOCOL);
    line_key(line, "fw");
    line_text(line, FIRMWARE);
    key_hex(line, "boot", identity.boot, 6);
    key_hex(line, "rst", identity.reset_cause, 2);
}

static void hello(const struct command *command)
{
    if (command->value[0] != PROTOCOL) {
        refuse("version");
        key_decimal("want", PROTOCOL);
        return;
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { session_begin((uint16_t)command->value[1]); }
    line_text(&answer, " OK");
    who(&answer);
    key_hex(&answer, "sum", identity.sum, 4);
    key_text("caps", CAPABILITIES);
    key_decimal("lease", command->value[1]);
    key_text("name", identity.name[0] ? identity.name : "-");
}

/* ON, KEEP and PULSE. */
static void close_relay(uint8_t verb, uint32_t ms)
{
    uint8_t stopped, trip, busy, open, session;
    /* Looked at and done in one breath: no interrupt can forbid it in between. */
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        stopped = stop_open || STOP_IS_OPEN();
        trip = relay_trip_why;
        busy = relay_closed && (verb == VERB_PULSE || relay_why == WHY_PULSE);
        open = !relay_closed && verb == VERB_KEEP;
        session = session_open;
        if (!stopped && trip == WHY_NOTHING && !busy && session) {
            if (verb == VERB_KEEP)
                relay_keep(ms);
            else
                relay_close(verb == VERB_ON ? WHY_ON : WHY_PULSE, ms);
        }
    }
    if (stopped)
        refuse("estop");
    else if (trip != WHY_NOTHING) {
        refuse("tripped");
        key_text("cause", why_text(trip));
    } else if (busy)
        refuse("busy");
    else if (open)
        refuse("open");
    else
        line_text(&answer, session ? " OK" : " ERR nosession");
}

static void clear_trip(void)
{
    uint8_t stopped;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        stopped = stop_open || STOP_IS_OPEN();
        if (!stopped)
            relay_trip_why = WHY_NOTHING;
    }
    if (stopped)
        refuse("estop");
    else
        line_text(&answer, " OK");
}

static void statistics(void)
{
    uint8_t trip, why;
    uint16_t closings;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        trip = relay_trip_why;
        why = relay_why;
        closings = relay_closings;
    }
    line_text(&answer, " OK");
    key_text("trip", why_text(trip));
    key_text("why", why_text(why));
    key_decimal("n", closings);
    key_decimal("bad", bad_frames);
    key_decimal("over", uart_errors());
    key_decimal("lost", events_lost());
    key_decimal("mute", mute);
    key_decimal("loop", longest_us);
}

static void carry_out(const struct command *command)
{
    switch (command->verb) {
    case VERB_HELLO:
        hello(command);
        return;
    case VERB_ON:
    case VERB_KEEP:
    case VERB_PULSE:
        close_relay(command->verb, command->value[0]);
        return;
    case VERB_CLR:
        clear_trip();
        return;
    case VERB_STAT:
        statistics();
        return;
    case VERB_SENSE:
        ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { sense_ask((uint16_t)command->value[0], (uint16_t)command->value[1]); }
        break;
    case VERB_NAME:
        if (relay_closed) {
            refuse("busy");
            return;
        }
        identity_rename(command->text);
        break;
    default: /* OFF has opened already, HB has renewed */
        break;
    }
    line_text(&answer, " OK");
}

/* Something came that is no frame, or none that we know. */
static void misunderstood(void)
{
    count(&bad_frames);
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        if (relay_closed)
            relay_trip(WHY_FRAME);
    }
}

static void answer_frame(void)
{
    static uint8_t last_number;
    static uint16_t last_check;
    uint32_t received_us = uart_line_us();
    struct command command;
    enum command_result result = command_read(frame_words(&reader), &command);
    uint8_t known = result == COMMAND_GOOD || result == COMMAND_RANGE;
    uint8_t always = known && (command.verb == VERB_OFF || command.verb == VERB_HELLO);

    if (always) {
        ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { relay_open(command.verb == VERB_OFF ? WHY_OFF : WHY_HELLO); }
    } else if (answer_counts && session_open && reader.number == last_number && reader.check == last_check) {
        send(&answer);
        return;
    }
    last_number = reader.number;
    last_check = reader.check;
    answer_counts = 1;
    line_begin(&answer, '=', reader.number);

    if (known) {
        ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
        {
            if (session_open)
                session_renew();
        }
    }
    if (!known) {
        misunderstood();
        refuse(result == COMMAND_VERB ? "verb" : "arg");
    } else if (!always && !session_open)
        refuse("nosession");
    else if (result == COMMAND_RANGE)
        refuse("range");
    else
        carry_out(&command);

    if (answer.text[4] == 'O') { /* OK */
        key_hex(&answer, "t", received_us, 8);
        key_decimal("d", clock_us_in_loop() - received_us);
        key_hex(&answer, "s", state(), 2);
    }
    line_end(&answer);
    send(&answer);
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
    static const char CODES[][6] = {[FRAME_CHAR] = "char", [FRAME_SHAPE] = "frame", [FRAME_LONG] = "long", [FRAME_CRC] = "crc"};
    static uint16_t errors_told;
    enum frame_result result = frame_push(&reader, byte);
    if (result == FRAME_GOOD)
        answer_frame();
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
    who(&line);
    key_hex(&line, "t", clock_us_in_loop(), 8);
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
    if (us > longest_us)
        longest_us = us;
}
