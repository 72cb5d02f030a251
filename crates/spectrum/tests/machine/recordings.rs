//! Recordings of input: what is recorded plays back to the same state, differences are found, and damaged
//! files are errors.

use crate::common::{CODE, machine, poke, rom};
use girafa_spectrum::rzx::{Recording, RzxError};
use girafa_spectrum::snapshot::{Format, szx};
use girafa_spectrum::{Block, Difference, Differing, Key, PlaybackEnd, Rom, Spectrum, Stop, Tape};
use girafa_z80::Cpu;

/// Reads the keyboard, the floating bus and R between interrupts, and stores what it has read from 9000 on.
/// Each frame reads once more than the frame before, up to 7 times.
#[rustfmt::skip]
const READER: &[u8] = &[
    0xED, 0x56,        //        im 1
    0x21, 0x00, 0x90,  //        ld hl,9000h
    0x0E, 0x00,        //        ld c,0
    0xFB,              // frame: ei
    0x76,              //        halt
    0x0C,              //        inc c
    0x79,              //        ld a,c
    0xE6, 0x07,        //        and 7
    0x28, 0xF8,        //        jr z,frame
    0x47,              //        ld b,a
    0xDB, 0xFE,        // next:  in a,(FEh)
    0x77,              //        ld (hl),a
    0x2C,              //        inc l
    0xDB, 0xFF,        //        in a,(FFh)
    0x77,              //        ld (hl),a
    0xED, 0x5F,        //        ld a,r
    0x2C,              //        inc l
    0x77,              //        ld (hl),a
    0xD3, 0xFE,        //        out (FEh),a
    0x10, 0xF1,        //        djnz next
    0x18, 0xE5,        //        jr frame
];

/// Runs frames with changing keys, and returns the machine before each frame.
fn run(machine: &mut Spectrum, frames: usize) -> Vec<Spectrum> {
    let keys = [Key::A, Key::Space, Key::N7, Key::Enter];
    let mut states = Vec::new();
    for frame in 0..frames {
        states.push(machine.clone());
        let keyboard = machine.keyboard_mut();
        keyboard.release_all();
        if frame % 3 > 0 {
            keyboard.press(keys[frame % keys.len()]);
        }
        assert_eq!(machine.run_frame(), Stop::Frame);
    }
    states
}

fn recorded(code: &[u8], frames: usize) -> (Recording, Vec<Spectrum>) {
    let mut machine = machine(code);
    machine.run_frame();
    machine.start_recording();
    let mut states = run(&mut machine, frames);
    let recording = Recording::of(&machine).unwrap();
    states.push(machine);
    (recording, states)
}

fn start(recording: &Recording) -> Spectrum {
    recording.start(&rom()).unwrap()
}

/// Plays to the end, and checks the memory, the registers and the T-state before each frame but the first: the
/// recording starts a little later, after the interrupt signal.
#[track_caller]
fn assert_plays(recording: &Recording, states: &[Spectrum]) -> PlaybackEnd {
    let mut machine = start(recording);
    assert!((32..60).contains(&machine.frame_tstate()));
    for (frame, state) in states.iter().enumerate().skip(1) {
        assert_eq!(machine.run_frame(), Stop::Frame);
        assert_eq!(
            machine.playback().is_some(),
            frame + 1 < states.len(),
            "frame {frame}"
        );
        assert_eq!(machine.memory(), state.memory(), "frame {frame}");
        assert_eq!(machine.cpu, state.cpu, "frame {frame}");
        assert_eq!(machine.frame_tstate(), state.frame_tstate(), "frame {frame}");
    }
    machine.take_playback_end().unwrap()
}

fn state(machine: &Spectrum) -> (&[u8; 0x1_0000], &Cpu) {
    (machine.memory(), &machine.cpu)
}

fn in_step(frames: u64) -> PlaybackEnd {
    PlaybackEnd {
        frames,
        recorded: frames,
        difference: None,
    }
}

#[test]
fn a_recording_plays_back_to_the_same_states() {
    let (recording, states) = recorded(READER, 30);
    assert_eq!(assert_plays(&recording, &states), in_step(30));
    let bytes = recording.to_bytes();
    let read = Recording::from_bytes(&bytes).unwrap();
    assert_eq!((read.frames(), read.snapshots()), (30, 1));
    assert_eq!(
        read.creator(),
        Some(
            concat!(
                "Girafa ",
                env!("CARGO_PKG_VERSION_MAJOR"),
                ".",
                env!("CARGO_PKG_VERSION_MINOR")
            )
            .to_owned()
        )
    );
    assert_eq!(assert_plays(&read, &states), in_step(30));
    assert_eq!(read.to_bytes(), bytes);
}

#[test]
fn the_keyboard_has_no_effect_until_the_end() {
    let (recording, states) = recorded(READER, 12);
    let mut machine = start(&recording);
    for _ in 0..12 {
        machine.keyboard_mut().press(Key::Q);
        machine.run_frame();
    }
    assert_eq!(machine.memory(), states[12].memory());
    let before = machine.memory().to_owned();
    machine.run_frame();
    assert_ne!(machine.memory(), &before);
}

/// Breakpoints, watched writes and single steps do not change what is played.
#[test]
fn a_playback_can_be_observed() {
    let (recording, states) = recorded(READER, 12);
    let mut watched = start(&recording);
    watched.breakpoints_mut().insert(CODE + 9);
    watched.watch_writes(Some(0x9000..=0x90FF));
    let (mut breaks, mut writes) = (0, 0);
    let mut stop = watched.run_frame();
    while watched.playback().is_some() {
        stop = match stop {
            Stop::Breakpoint(_) => {
                breaks += 1;
                watched.resume()
            }
            Stop::Written(_) => {
                writes += 1;
                watched.run_frame()
            }
            Stop::Frame => watched.run_frame(),
        };
    }
    assert_eq!(watched.take_playback_end(), Some(in_step(12)));
    assert_eq!(state(&watched), state(&states[12]));
    assert!(breaks > 10 && writes > 100, "{breaks} {writes}");

    let mut stepped = start(&recording);
    while stepped.playback().is_some() {
        stepped.step();
    }
    assert_eq!(state(&stepped), state(&states[12]));
}

#[test]
fn a_copy_is_at_the_same_point() {
    let (recording, _) = recorded(READER, 12);
    let mut machine = start(&recording);
    for _ in 0..5 {
        machine.run_frame();
    }
    let mut copy = machine.clone();
    assert_eq!(machine, copy);
    machine.run_frame();
    assert_ne!(machine, copy);
    copy.run_frame();
    assert_eq!(machine, copy);
}

/// LD IX,9000: LD DE,3: SCF: SBC A,A: CALL 0556: IN A,(FE): JR here, twice: the recorder is instant.
#[test]
fn an_instant_load_starts_from_a_new_snapshot() {
    let code = [
        0xDD, 0x21, 0x00, 0x90, 0x11, 0x03, 0x00, 0x37, 0x9F, 0xCD, 0x56, 0x05, 0xDB, 0xFE, 0x18, 0xFC,
    ];
    let mut machine = machine(&code);
    let block = Block::new(0xFF, &[7, 8, 9]).unwrap();
    machine.insert_tape(Tape::new(vec![block]));
    machine.set_instant_tape(true);
    machine.start_recording();
    run(&mut machine, 3);
    assert_eq!(machine.memory()[0x9000..0x9003], [7, 8, 9]);
    let recording = Recording::of(&machine).unwrap();
    assert_eq!(recording.snapshots(), 2);
    let recording = Recording::from_bytes(&recording.to_bytes()).unwrap();
    let mut player = start(&recording);
    let mut frames = 0;
    while player.playback().is_some() {
        player.run_frame();
        frames += 1;
    }
    // The part of the frame before the load is a frame of its own.
    assert_eq!((frames, recording.frames()), (4, 4));
    assert_eq!(player.take_playback_end(), Some(in_step(4)));
    assert_eq!(state(&player), state(&machine));
    assert_eq!(player.frame_tstate(), machine.frame_tstate());
}

/// A `.rzx` file of these blocks.
fn file(blocks: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = b"RZX!\x00\x0C\0\0\0\0".to_vec();
    for (id, data) in blocks {
        bytes.push(*id);
        bytes.extend((data.len() as u32 + 5).to_le_bytes());
        bytes.extend(data);
    }
    bytes
}

fn snapshot_block(flags: u32, extension: &[u8; 4], data: &[u8]) -> (u8, Vec<u8>) {
    let length = (data.len() as u32).to_le_bytes();
    let flags = flags.to_le_bytes();
    (0x30, [flags.as_slice(), extension, &length, data].concat())
}

/// A block of frames, each with the number of fetches and the values; `None` repeats the values before.
fn frames_block(start: u32, frames: &[(u16, Option<&[u8]>)]) -> (u8, Vec<u8>) {
    let mut data = (frames.len() as u32).to_le_bytes().to_vec();
    data.push(0);
    data.extend(start.to_le_bytes());
    data.extend([0; 4]);
    for (fetches, values) in frames {
        data.extend(fetches.to_le_bytes());
        data.extend(values.map_or(0xFFFF, |values| values.len() as u16).to_le_bytes());
        data.extend(values.unwrap_or_default());
    }
    (0x80, data)
}

/// IN A,(FE): LD (HL),A: INC L: JR -6: 4 fetches a round.
const ROUND: [u8; 6] = [0xDB, 0xFE, 0x77, 0x2C, 0x18, 0xFA];

fn round_machine() -> Spectrum {
    let mut machine = machine(&ROUND);
    machine.cpu.set_hl(0x9000);
    machine
}

fn played(bytes: &[u8]) -> (Spectrum, PlaybackEnd) {
    let recording = Recording::from_bytes(bytes).unwrap();
    let mut machine = start(&recording);
    while machine.playback().is_some() {
        machine.run_frame();
    }
    let end = machine.take_playback_end().unwrap();
    (machine, end)
}

/// Files of other programs: version 0.12, no compression, all snapshot formats, repeated values.
#[test]
fn all_forms_of_files_are_read() {
    let frames = frames_block(100, &[(12, Some(&[1, 2, 3])), (12, None), (8, Some(&[4, 5]))]);
    for (extension, format) in [
        (b"sna\0", Format::Sna),
        (b"Z80\0", Format::Z80),
        (b"szx\0", Format::Szx),
    ] {
        let snapshot = format.save(&round_machine()).unwrap();
        let bytes = file(&[
            snapshot_block(0, extension, &snapshot),
            (0x77, vec![1]),
            frames.clone(),
        ]);
        let recording = Recording::from_bytes(&bytes).unwrap();
        assert_eq!((recording.creator(), recording.frames()), (None, 3));
        assert_eq!(start(&recording).frame_tstate(), 100);
        let (machine, end) = played(&bytes);
        assert_eq!(end, in_step(3), "{format:?}");
        assert_eq!(
            machine.memory()[0x9000..0x9008],
            [1, 2, 3, 1, 2, 3, 4, 5],
            "{format:?}"
        );
        assert_eq!((machine.frames(), machine.frame_tstate()), (3, 0), "{format:?}");
    }
}

#[test]
fn sections_without_a_snapshot_continue() {
    let snapshot = szx::save(&round_machine());
    let bytes = file(&[
        snapshot_block(0, b"szx\0", &snapshot),
        frames_block(0, &[]),
        frames_block(0, &[(4, Some(&[1]))]),
        frames_block(9, &[(4, Some(&[2]))]),
        snapshot_block(0, b"szx\0", &snapshot),
        frames_block(77, &[(4, Some(&[3]))]),
        snapshot_block(0, b"szx\0", &snapshot),
    ]);
    let (machine, end) = played(&bytes);
    assert_eq!(end, in_step(3));
    assert_eq!(machine.memory()[0x9000..0x9003], [3, 0, 0]);
}

/// A frame of fewer than 10 fetches only requests an interrupt: the routine at 0038, EI and RET, runs within
/// the picture's frame.
#[test]
fn short_frames_are_interrupts() {
    let mut machine = round_machine();
    (machine.cpu.iff1, machine.cpu.iff2) = (true, true);
    let snapshot = szx::save(&machine);
    let bytes = file(&[
        snapshot_block(0, b"szx\0", &snapshot),
        frames_block(
            40,
            &[(4, Some(&[1])), (8, Some(&[2, 3])), (16, Some(&[4, 5, 6, 7]))],
        ),
    ]);
    let (machine, end) = played(&bytes);
    assert_eq!(machine.frames(), 1);
    assert_eq!(end.frames, 3);
    // 4 fetches before the interrupt, then EI and RET, and rounds.
    assert_eq!(machine.memory()[0x9000..0x9003], [1, 2, 3]);
}

/// A recording may start while the interrupt signal is there. FUSE then accepts the interrupt only if the
/// T-state is given as after the end of a frame; for others the recorded frame shows whether it is accepted. The
/// routine at 0038 has two fetches: EI and RET.
#[test]
fn the_interrupt_of_the_first_frame() {
    let mut machine = round_machine();
    (machine.cpu.iff1, machine.cpu.iff2) = (true, true);
    let snapshot = snapshot_block(0, b"szx\0", &szx::save(&machine));
    for (start, fetches) in [(8, 12), (8, 14), (69_896, 14), (69_896, 12)] {
        let frames: [(u16, Option<&[u8]>); 2] = [(fetches, Some(&[1, 2, 3])), (14, Some(&[4, 5, 6]))];
        let (_, end) = played(&file(&[snapshot.clone(), frames_block(start, &frames)]));
        let is_right = (start, fetches) != (69_896, 12);
        assert_eq!(end.difference.is_none(), is_right, "{start} {fetches}: {end:?}");
    }
}

/// A frame of many T-states: the time stands still until its fetches are done.
#[test]
fn frames_may_take_longer_or_shorter_than_the_picture() {
    let snapshot = szx::save(&round_machine());
    let values = [9; 6000];
    let bytes = file(&[
        snapshot_block(0, b"szx\0", &snapshot),
        frames_block(
            0,
            &[
                (24_000, Some(&values)),
                (40, Some(&values[..10])),
                (24_000, Some(&values)),
            ],
        ),
    ]);
    let (machine, end) = played(&bytes);
    assert_eq!(end, in_step(3));
    assert_eq!(machine.frames(), 3);
    assert!(machine.frame_tstate() < 30, "{}", machine.frame_tstate());
}

#[test]
fn differences_are_found_with_their_frame() {
    let snapshot = snapshot_block(0, b"szx\0", &szx::save(&round_machine()));
    let differs = |frame, what, shown: &str, frames: &[(u16, Option<&[u8]>)], played_frames| {
        let (_, end) = played(&file(&[snapshot.clone(), frames_block(40, frames)]));
        let difference = Difference { frame, what };
        assert_eq!(
            end,
            PlaybackEnd {
                frames: played_frames,
                recorded: frames.len() as u64,
                difference: Some(difference)
            }
        );
        assert_eq!(difference.to_string(), shown);
    };
    let good: (u16, Option<&[u8]>) = (12, Some(&[1, 2, 3]));
    differs(
        2,
        Differing::Reads {
            recorded: 2,
            found: 3,
        },
        "frame 2: 2 port reads are recorded, found 3",
        &[good, (12, Some(&[1, 2])), good],
        2,
    );
    differs(
        1,
        Differing::Reads {
            recorded: 4,
            found: 3,
        },
        "frame 1: 4 port reads are recorded, found 3",
        &[(12, Some(&[1, 2, 3, 4])), good],
        1,
    );
    // DD and the opcode after it are one step here: the recorded frame ends between them.
    let mut machine = machine(&[0xDD, 0x21, 0, 0, 0x18, 0xFA]); // LD IX,0: JR -6
    machine.cpu.set_hl(0x9000);
    let odd = snapshot_block(0, b"szx\0", &szx::save(&machine));
    let (_, end) = played(&file(&[
        odd,
        frames_block(40, &[(10, Some(&[])), (12, Some(&[]))]),
    ]));
    assert_eq!(end.frames, 2);
    assert_eq!(
        end.difference,
        Some(Difference {
            frame: 1,
            what: Differing::Fetches {
                recorded: 10,
                found: 11
            }
        })
    );
}

#[test]
fn the_rom_is_named() {
    let (recording, _) = recorded(READER, 2);
    let read = Recording::from_bytes(&recording.to_bytes()).unwrap();
    assert!(!read.names_other_rom(&rom()));
    assert!(read.names_other_rom(&Rom::from(&[0; 16_384])));
}

#[test]
fn bad_files_are_errors() {
    let snapshot = szx::save(&round_machine());
    let good = snapshot_block(0, b"szx\0", &snapshot);
    let frames = frames_block(0, &[(4, Some(&[1]))]);
    let error = |blocks: &[(u8, Vec<u8>)]| Recording::from_bytes(&file(blocks)).unwrap_err().to_string();
    assert_eq!(
        Recording::from_bytes(b"RZX!").unwrap_err().to_string(),
        "not a valid .rzx file: it does not start with RZX! and 6 more bytes"
    );
    assert_eq!(
        error(std::slice::from_ref(&frames)),
        "the .rzx file is incomplete: the snapshot from which the recording starts is missing"
    );
    assert_eq!(
        error(std::slice::from_ref(&good)),
        "the .rzx file is incomplete: a block with frames is missing"
    );
    assert_eq!(
        error(&[snapshot_block(1, b"sna\0", b"game.sna"), frames.clone()]),
        "the recording starts from a snapshot in another file: only included snapshots are supported"
    );
    assert_eq!(
        error(&[snapshot_block(0, b"slt\x1B", &snapshot), frames.clone()]),
        "the recording has a .slt snapshot: expected .sna, .z80 or .szx"
    );
    let mut encrypted = frames.clone();
    encrypted.1[9] = 1;
    assert_eq!(
        error(&[good.clone(), encrypted]),
        format!(
            "the frames at offset {} are encrypted, for a competition: they cannot be played",
            10 + 5 + good.1.len()
        )
    );
    let mut more = frames.clone();
    more.1[0] = 2;
    assert!(error(&[good.clone(), more]).ends_with("ends within its frames"));
    let mut packed = frames.clone();
    packed.1[9] = 2;
    assert!(error(&[good.clone(), packed]).ends_with("cannot be unpacked"));
    assert!(error(&[good.clone(), (0x80, vec![0; 12])]).ends_with("is too short"));
    let mut short = file(&[good.clone(), frames.clone()]);
    short[11] = 4;
    short[12..15].fill(0);
    let short = Recording::from_bytes(&short).unwrap_err().to_string();
    assert_eq!(
        short,
        "the .rzx file is damaged: block 30 at offset 10 has a length of less than 5 bytes"
    );
    let broken = snapshot_block(0, b"szx\0", b"ZXST");
    let recording = Recording::from_bytes(&file(&[broken, frames])).unwrap();
    let error = recording.start(&rom()).unwrap_err();
    assert!(matches!(error, RzxError::Snapshot(_)), "{error}");
}

/// A truncated file is an error at every length, and changed bytes give an error or a playback that ends.
#[test]
fn damaged_files_do_not_panic() {
    let (recording, _) = recorded(READER, 8);
    let bytes = recording.to_bytes();
    for length in 0..bytes.len() {
        let cut = Recording::from_bytes(&bytes[..length]);
        assert!(cut.is_err(), "{length} bytes of {}", bytes.len());
    }
    let snapshot = szx::save(&round_machine());
    let frames = frames_block(0, &[(12, Some(&[1, 2, 3])), (12, None), (8, Some(&[4, 5]))]);
    let at = file(&[snapshot_block(0, b"szx\0", &snapshot)]).len();
    let bytes = file(&[snapshot_block(0, b"szx\0", &snapshot), frames]);
    for place in at..bytes.len() {
        for value in [0, 1, 0x7F, 0x80, 0xFF] {
            let mut bytes = bytes.clone();
            bytes[place] = value;
            let Ok(recording) = Recording::from_bytes(&bytes) else {
                continue;
            };
            let mut machine = start(&recording);
            let mut frames = 0;
            while machine.playback().is_some() {
                machine.run_frame();
                frames += 1;
                assert!(frames < 10, "{place} {value}");
            }
        }
    }
    let mut machine = start(&recording);
    poke(&mut machine, CODE, &[0; 0x4000]);
    machine.run_frame();
    assert!(
        machine
            .take_playback_end()
            .is_none_or(|end| end.difference.is_some())
    );
}
