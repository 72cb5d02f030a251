//! `girafa-desktop` in a real window on its own X display.

use std::fs;

use girafa_session::driver::Driver;
use girafa_session::launch::Launched;

use crate::display::{Display, Playing, Shot};
use crate::support::{edition, glyphs, launched, tone};

/// The size of the picture with its border and status, without panes.
const PICTURE: (usize, usize) = (352, 308);

/// The machine's 24 rows in a window whose picture has this unscaled size, read from the pixels: dark on
/// light.
pub fn rows(shot: &Shot, size: (usize, usize)) -> Vec<String> {
    let scale = (shot.width / size.0).min(shot.height / size.1).max(1);
    let left = shot.width.saturating_sub(size.0 * scale) / 2 + 48 * scale;
    let top = shot.height.saturating_sub(size.1 * scale) / 2 + 48 * scale;
    let is_dark = |x: usize, y: usize| {
        let (x, y) = (left + x * scale + scale / 2, top + y * scale + scale / 2);
        let pixel = shot.pixels.get(y * shot.width + x).copied().unwrap_or_default();
        pixel & 0xFF < 0x80
    };
    let glyphs = glyphs();
    let cell = |row: usize, column: usize| {
        let line = |y: usize| {
            (0..8).fold(0u8, |bits, x| {
                bits << 1 | u8::from(is_dark(column * 8 + x, row * 8 + y))
            })
        };
        glyphs.read(&std::array::from_fn(line), &[])
    };
    (0..24)
        .map(|row| {
            let text: String = (0..32).map(|column| cell(row, column)).collect();
            text.trim_end().to_owned()
        })
        .collect()
}

fn wait_for_rows(playing: &Playing, what: &str, condition: impl Fn(&[String]) -> bool) -> Vec<String> {
    playing.wait_for(what, |playing| {
        let rows = rows(&playing.shot(), PICTURE);
        condition(&rows).then_some(rows)
    })
}

fn stderr(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Types a whole game of Nim; at the end the window shows the same as a session without a window.
#[test]
fn a_game_of_nim() {
    let answers = ["5", "1", "0", "1", "1", "1", "3", "1", "4", "1"];
    let Launched {
        machine,
        typist,
        keys,
    } = launched(&edition("nim"));
    let started = Launched {
        machine,
        typist,
        keys,
    };
    let mut session = Driver::new(started, glyphs()).answers(&answers).unwrap();
    let outcome = session.run(50 * 600, &mut ());
    assert!(outcome.ended_well(), "{}", outcome.report);

    let Some(display) = Display::start() else { return };
    let playing = display.play(&["nim", "--mute"]);
    assert_eq!(playing.title(), "nim - Girafa");
    let mut before = Vec::new();
    for (answer, prompt) in answers.iter().zip(&outcome.prompts) {
        // The prompt before the answer, without the cursor, on a screen that has changed since the last
        // prompt.
        let prompt: Vec<&str> = prompt.trim_end_matches('|').split('|').collect();
        let prompt = prompt
            .last()
            .unwrap()
            .trim_end_matches(['L', 'C', ' '])
            .to_owned();
        before = wait_for_rows(&playing, &prompt, |rows| {
            let lower = rows[20..].iter().rev().find(|row| !row.is_empty());
            let shown = lower.map_or("", |row| row.trim_end_matches(['L', '\u{E04C}', ' ']));
            shown == prompt && rows != before
        });
        playing.type_text(answer);
        playing.press("Return");
    }
    let rows = wait_for_rows(&playing, "the end", |rows| rows == outcome.screen);
    assert!(rows[23].starts_with("9 STOP"), "{}", rows[23]);
    playing.wait_for("the title", |playing| {
        (playing.title() == format!("nim - {} - Girafa", outcome.report)).then_some(())
    });
    playing.press("F7");
    let screen = display.directory().join("nim-screen-1.png");
    playing.wait_for("the screen's file", |_| screen.exists().then_some(()));
    playing.press("F10");
    let ended = playing.end();
    assert!(ended.status.success());
    assert!(stderr(&ended).contains("our edition"), "{}", stderr(&ended));
    let expected = girafa_session::picture::screen_png(session.machine());
    // Only the cursor's FLASH may differ; the sizes of the pictures are equal.
    assert_eq!(png_size(&fs::read(screen).unwrap()), png_size(&expected));
}

fn png_size(png: &[u8]) -> (u32, u32) {
    let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    reader.info().size()
}

/// The paper pane, the listing and the written files; panes enlarge the window.
#[test]
fn paper_listing_and_help() {
    let Some(display) = Display::start() else { return };
    let source = "10 LPRINT \"NO PAPEL\"\n20 PRINT \"NO ECRAN\"\n";
    fs::write(display.directory().join("p.bas"), source).unwrap();
    let playing = display.play(&["p.bas", "--mute", "--scale", "1"]);
    wait_for_rows(&playing, "the text", |rows| rows[0] == "NO ECRAN");
    let place = playing.place().unwrap();
    assert_eq!((place.width, place.height), PICTURE);

    playing.press("F11");
    playing.wait_for("the paper", |playing| {
        playing.place().filter(|place| place.width == 352 + 272)
    });
    // The printer's slot is 12 pixels above the lower edge; the text is in the eight rows above it.
    let read = |shot: &Shot| {
        let glyphs = glyphs();
        let cell = |column: usize| {
            let line = |y: usize| {
                (0..8).fold(0u8, |bits, x| {
                    let pixel = shot.pixels[(308 - 20 + y) * shot.width + 360 + column * 8 + x];
                    bits << 1 | u8::from(pixel == 0x2E_2D34)
                })
            };
            glyphs.read(&std::array::from_fn(line), &[])
        };
        (0..8).map(cell).collect::<String>()
    };
    playing.wait_for("what is printed", |playing| {
        let shot = playing.shot();
        (shot.width == 624 && read(&shot) == "NO PAPEL").then_some(())
    });
    playing.press("F8");
    let paper = display.directory().join("p-paper-1.png");
    playing.wait_for("the paper's file", |_| paper.exists().then_some(()));
    assert_eq!(png_size(&fs::read(&paper).unwrap()), (256, 8));

    playing.press("ctrl+l");
    playing.wait_for("the listing", |playing| {
        playing.place().filter(|place| place.width == 352 + 2 * 272)
    });
    playing.press("F1");
    playing.wait_for("the help", |playing| {
        (playing.shot().pixels.first() == Some(&0x11_1317)).then_some(())
    });
    playing.press("F1");
    playing.press("F2");
    let state = display.directory().join("p-state-1.szx");
    playing.wait_for("the state's file", |_| state.exists().then_some(()));
    playing.press("F10");
    let ended = playing.end();
    assert!(ended.status.success(), "{}", stderr(&ended));
    assert_eq!(stderr(&ended), "");
    // A saved state is a valid target.
    let again = display.play(&["p-state-1.szx", "--mute"]);
    wait_for_rows(&again, "the state", |rows| rows[0] == "NO ECRAN");
}

/// At any window size, pixels are sharp and the text is readable; Ctrl+1 to Ctrl+4 set the scale.
#[test]
fn sizes() {
    let Some(display) = Display::start() else { return };
    fs::write(display.directory().join("p.bas"), "10 PRINT \"GIRAFA\"\n").unwrap();
    let playing = display.play(&["p.bas", "--mute"]);
    let reads = |rows: &[String]| rows[0] == "GIRAFA";
    wait_for_rows(&playing, "scale 2", reads);
    assert_eq!(playing.shot().width, 704);
    for (width, height) in [(1100, 950), (400, 330), (1500, 700)] {
        playing.resize(width, height);
        let scale = (width / PICTURE.0).min(height / PICTURE.1);
        let (left, top) = ((width - PICTURE.0 * scale) / 2, (height - PICTURE.1 * scale) / 2);
        let last_pixel = (top + PICTURE.1 * scale - 1) * width + left + PICTURE.0 * scale - 1;
        let shot = playing.wait_for("the new size", |playing| {
            let shot = playing.shot();
            // A large picture reaches the X server in parts, the bottom last.
            let is_drawn = (shot.width, shot.height) == (width, height)
                && reads(&rows(&shot, PICTURE))
                && shot.pixels[last_pixel] != 0;
            is_drawn.then_some(shot)
        });
        // Each of the machine's pixels has a uniform colour.
        for y in 0..288 * scale {
            for x in 0..352 * scale {
                let at = |x: usize, y: usize| shot.pixels[(top + y) * width + left + x];
                assert_eq!(at(x, y), at(x / scale * scale, y / scale * scale), "{x} {y}");
            }
        }
        // The area around the picture is black.
        assert_eq!(shot.pixels[0], 0);
    }
    for scale in [1, 3, 2] {
        playing.press(&format!("ctrl+{scale}"));
        playing.wait_for("the new scale", |playing| {
            playing
                .place()
                .filter(|place| (place.width, place.height) == (352 * scale, 308 * scale))
        });
        wait_for_rows(&playing, "the text", reads);
    }
}

/// In the default layout, punctuation is typed as printed on the host's keys, Alt is SYMBOL SHIFT, and the
/// arrows move the cursor. In the positional layout, keys are at their Spectrum positions.
#[test]
fn keys() {
    let Some(display) = Display::start() else { return };
    let playing = display.play(&["--mute"]);
    let lower = |rows: &[String]| rows[22..].concat();
    wait_for_rows(&playing, "the start", |rows| !lower(rows).is_empty());
    playing.type_text("p\"a+B;?\"");
    wait_for_rows(&playing, "PRINT", |rows| {
        lower(rows).starts_with("PRINT \"a+B;?\"")
    });
    playing.press("alt+k");
    wait_for_rows(&playing, "a plus", |rows| {
        lower(rows).starts_with("PRINT \"a+B;?\"+")
    });
    playing.press("BackSpace");
    playing.press("Return");
    wait_for_rows(&playing, "the text", |rows| rows[0] == "a+B;?");
    playing.press("F10");
    assert!(playing.end().status.success());

    fs::write(
        display.directory().join("p.bas"),
        "10 PRINT AT 0,0;INKEY$;\"  \": GO TO 10\n",
    )
    .unwrap();
    let playing = display.play(&["p.bas", "--mute", "--keys", "position"]);
    for (down, up, expected) in [
        ("keydown a", "keyup a", "a"),
        ("keydown Shift_L a", "keyup Shift_L a", "A"),
        // 62 is the key code of the right Shift; given the name, xdotool also presses the left one.
        ("keydown 62 a", "keyup 62 a", "STOP"),
    ] {
        let words = |line: &'static str| line.split(' ').collect::<Vec<_>>();
        playing.xdotool(&words(down));
        wait_for_rows(&playing, expected, |rows| rows[0].trim() == expected);
        playing.xdotool(&words(up));
    }
}

/// Without a sound device, one message is printed and the window opens nevertheless.
#[test]
fn without_a_sound_device() {
    let Some(display) = Display::start() else { return };
    // A configuration without any device, in case the host has one.
    let nothing = display.directory().join("asound.conf");
    fs::write(&nothing, "").unwrap();
    let ended = display
        .player(&["--frames", "20"])
        .env("ALSA_CONFIG_PATH", &nothing)
        .output()
        .unwrap();
    let message = stderr(&ended);
    assert!(ended.status.success(), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.starts_with("girafa-desktop: no sound: "), "{message}");
}

/// With ALSA's null device, the stream is opened and fed without messages.
#[cfg(target_os = "linux")]
#[test]
fn with_a_sound_device() {
    let Some(display) = Display::start() else { return };
    let nothing = display.directory().join("asound.conf");
    fs::write(&nothing, "pcm.!default { type null }\n").unwrap();
    let ended = display
        .player(&["--frames", "100"])
        .env("ALSA_CONFIG_PATH", &nothing)
        .output()
        .unwrap();
    assert!(ended.status.success());
    assert_eq!(stderr(&ended), "");
}

/// The sound file is the same at any speed.
#[test]
fn a_beep_in_a_file() {
    let Some(display) = Display::start() else { return };
    fs::write(display.directory().join("p.bas"), "10 PAUSE 20\n20 BEEP 1,0\n").unwrap();
    let mut files = Vec::new();
    for speed in [&[][..], &["--turbo"]] {
        let arguments = ["p.bas", "--wav", "a.wav", "--frames", "150"];
        let ended = display.player(&[&arguments, speed].concat()).output().unwrap();
        assert!(ended.status.success(), "{}", stderr(&ended));
        files.push(fs::read(display.directory().join("a.wav")).unwrap());
    }
    assert!(files[0] == files[1]);
    let mut reader = hound::WavReader::new(files[0].as_slice()).unwrap();
    assert_eq!(reader.spec().sample_rate, 44_100);
    let samples: Vec<i16> = reader.samples().map(Result::unwrap).collect();
    let (hertz, seconds) = tone(&samples, 44_100);
    assert!((hertz - 261.63).abs() < 0.5, "{hertz} Hz");
    assert!((seconds - 1.0).abs() < 0.01, "{seconds} s");
}

/// Loading from tape pulses takes time, and the pilot tone is audible; F12 stops and continues the tape.
#[test]
fn a_real_tape() {
    let Some(display) = Display::start() else { return };
    fs::write(display.directory().join("p.bas"), "10 PRINT \"DA FITA\"\n").unwrap();
    let playing = display.play(&["p.bas", "--real-tape", "--wav", "a.wav"]);
    // The pilot's stripes: more than one colour in the border.
    playing.wait_for("stripes", |playing| {
        let shot = playing.shot();
        let border: Vec<u32> = (0..560).map(|y| shot.pixels[y * shot.width + 20]).collect();
        (border.iter().any(|&colour| colour != border[0])).then_some(())
    });
    playing.press("F6");
    wait_for_rows(&playing, "the program", |rows| rows.concat().contains("DA FITA"));
    playing.press("F10");
    assert!(playing.end().status.success());
    let mut reader = hound::WavReader::open(display.directory().join("a.wav")).unwrap();
    let samples: Vec<i16> = reader.samples().map(Result::unwrap).collect();
    // The pilot's pulses have 2,168 T-states: 807 Hz.
    let high: Vec<bool> = samples[44_100..88_200].iter().map(|&sample| sample > 0).collect();
    let rises = high.windows(2).filter(|two| !two[0] && two[1]).count();
    assert!((780..830).contains(&rises), "{rises}");
}

/// A signal ends the player cleanly, with the exit status of a process that does not catch it, and the sound
/// file is complete.
#[cfg(unix)]
#[test]
fn a_signal_ends_it_in_order() {
    use std::os::unix::process::ExitStatusExt;
    let Some(display) = Display::start() else { return };
    fs::write(display.directory().join("p.bas"), "10 BEEP .1,0: GO TO 10\n").unwrap();
    for (signal, number) in [("TERM", 15), ("INT", 2), ("HUP", 1), ("USR1", 10)] {
        let playing = display.play(&["p.bas", "--turbo", "--wav", "a.wav"]);
        std::thread::sleep(std::time::Duration::from_millis(200));
        let sent = std::process::Command::new("kill")
            .args(["-s", signal, &playing.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
        let ended = playing.end();
        assert_eq!(ended.status.signal(), Some(number), "{}", stderr(&ended));
        assert_eq!(stderr(&ended), "");
        let reader = hound::WavReader::open(display.directory().join("a.wav")).unwrap();
        assert!(reader.duration() > 0);
        // There are no temporary files.
        let names = fs::read_dir(display.directory())
            .unwrap()
            .map(|file| file.unwrap().file_name());
        let mut names: Vec<_> = names.collect();
        names.sort();
        assert_eq!(names, ["Xvfb_screen0", "a.wav", "p.bas"]);
    }
}

/// An invalid argument causes one message on standard error and the exit code for its kind.
#[test]
fn bad_arguments() {
    let directory = tempfile::TempDir::new().unwrap();
    let at = |name: &str, bytes: &[u8]| fs::write(directory.path().join(name), bytes).unwrap();
    at("bad.tap", b"\x13\x00\x00");
    at("bad.bas", b"10 PRIMT 1\n");
    at("rom.rom", &[0; 100]);
    at(
        "state.szx",
        &girafa_spectrum::snapshot::szx::save(&girafa_spectrum::Spectrum::new(&girafa_rom::girafa48())),
    );
    at("p.bas", b"10 PRINT 1\n");
    for (arguments, code, part) in [
        (&["none.tap"][..], 5, "none.tap: no such file"),
        (&["bad.tap"], 5, "bad.tap"),
        (&["bad.bas"], 5, "bad.bas has mistakes"),
        (&["what"], 5, "what is neither a file"),
        (
            &["p.bas", "state.szx"],
            5,
            "state.szx: a snapshot is neither a tape",
        ),
        (&["p.bas", "none.tap"], 5, "none.tap: no such file"),
        (&["p.bas", "--rom", "rom.rom"], 5, "rom.rom"),
        (
            &["p.bas", "--tape", "bad.tap"],
            5,
            "expected a .tap file, or a file that does not exist yet",
        ),
        (&["p.bas", "--out", "nowhere"], 5, "nowhere: no such directory"),
        (&["p.bas", "--wav", "nowhere/a.wav"], 5, "nowhere/a.wav"),
        (&["--scale", "5"], 2, "--scale"),
        (&["--keys", "dvorak"], 2, "--keys"),
        (&["--mute", "--wav", "a.wav"], 2, "--wav"),
        // There is no display.
        (&["p.bas", "--mute"], 5, "cannot open a window"),
    ] {
        let ended = std::process::Command::new(env!("CARGO_BIN_EXE_girafa-desktop"))
            .args(arguments)
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("GIRAFA_BOOK")
            .env("XDG_DATA_HOME", directory.path())
            .current_dir(directory.path())
            .output()
            .unwrap();
        let message = stderr(&ended);
        assert_eq!(ended.status.code(), Some(code), "{arguments:?}: {message}");
        assert!(message.contains(part), "{arguments:?}: {message}");
        assert!(!message.contains("panicked"), "{message}");
        assert!(ended.stdout.is_empty());
        if code == 5 {
            assert_eq!(message.matches("girafa-desktop:").count(), 1, "{message}");
        }
    }
}
