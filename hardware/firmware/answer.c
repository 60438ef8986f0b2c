#include "answer.h"

#include <util/atomic.h>

#include "clock.h"
#include "command.h"
#include "events.h"
#include "identity.h"
#include "inputs.h"
#include "relay.h"
#include "session.h"
#include "uart.h"

#define CAPABILITIES "eklpsw"
#define SENSE_LEAST_MS 20

struct counts counts;

static struct line answer; /* kept, for a frame that is repeated */

void count(uint16_t *counter)
{
    if (*counter != UINT16_MAX)
        (*counter)++;
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

void answer_who(struct line *line)
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
    answer_who(&answer);
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
    key_decimal("bad", counts.bad);
    key_decimal("over", uart_errors());
    key_decimal("lost", events_lost());
    key_decimal("mute", counts.mute);
    key_decimal("loop", counts.loop_us);
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
        if (command->value[0] && command->value[0] < SENSE_LEAST_MS) {
            refuse("range");
            return;
        }
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

void misunderstood(void)
{
    count(&counts.bad);
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        if (relay_closed)
            relay_trip(WHY_FRAME);
    }
}

const struct line *answer_to(struct frame_reader *frame, uint32_t received_us)
{
    static uint8_t last_number;
    static uint16_t last_check;
    struct command command;
    enum command_result result = command_read(frame_words(frame), &command);
    uint8_t known = result == COMMAND_GOOD || result == COMMAND_RANGE;
    uint8_t always = known && (command.verb == VERB_OFF || command.verb == VERB_HELLO);

    if (always) {
        ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { relay_open(command.verb == VERB_OFF ? WHY_OFF : WHY_HELLO); }
    } else if (session_open && frame->number == last_number && frame->check == last_check)
        return &answer;
    last_number = frame->number;
    last_check = frame->check;
    line_begin(&answer, '=', frame->number);

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
    return &answer;
}
