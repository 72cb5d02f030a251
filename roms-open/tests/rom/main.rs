//! The ROM's routines one by one, and the clean room.

mod basic;
mod clean_room;
mod devices_keyboard;
mod devices_printer;
mod devices_screen;
mod entries_basic;
mod entries_devices;
mod expr;
mod expr_variables;
mod float;
mod float_calculator;
mod float_random;
mod graphics;
mod graphics_beeper;
mod graphics_tape;
mod lang;
mod lang_loops;
mod numbers;
mod support;
mod tape_entries;
mod tape_trap;
