//! Tests of the machine's public interface.

mod beam;
mod block_moves;
mod border;
mod common;
#[cfg(feature = "compiled")]
mod compiled;
mod contention;
mod equality;
mod floating_bus;
mod halt;
mod interrupt;
mod interrupt_instructions;
mod late;
mod loader_blocks;
mod loader_manners;
mod loaders;
mod ports;
mod printer;
mod recordings;
mod screen;
mod snapshot_formats;
mod snapshots;
mod snow;
mod tape;
mod tape_images;
mod tape_recordings;
mod write_watch;
