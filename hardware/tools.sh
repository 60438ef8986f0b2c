#!/bin/sh
# What building and proving the firmware needs, installed where that may be done; never in the way of the rest.
needed="make gcc libc6-dev gcc-avr avr-libc libsimavr-dev libelf-dev"
fuzzing="clang libclang-rt-dev"
flashing="avrdude arduino-core-avr"
skipped="Skipped without them: proofs, fuzzing and flashing of the switch's firmware."

missing=""
command -v avr-gcc >/dev/null && [ -f /usr/lib/avr/include/avr/io.h ] &&
    [ -f /usr/include/simavr/sim_avr.h ] && command -v gcc >/dev/null || missing="$needed"
command -v clang >/dev/null || missing="${missing:+$missing }$fuzzing"
command -v avrdude >/dev/null && [ -d /usr/share/arduino/hardware/arduino/avr ] ||
    missing="${missing:+$missing }$flashing"
[ -z "$missing" ] && exit 0

as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if ! command -v apt-get >/dev/null || ! $as_root true 2>/dev/null; then
    echo "These packages (Debian's names) are not here and cannot be installed: $missing. $skipped"
    exit 0
fi
echo "Installing $missing ..."
$as_root apt-get update -q >/dev/null
for group in "$needed" "$fuzzing" "$flashing"; do
    # shellcheck disable=SC2086 # names, one word each
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $group >/dev/null ||
        echo "Could not install $group. $skipped"
done
