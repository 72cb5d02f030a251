//! Sends pictures of a machine and decodes them again.

use super::*;
use girafa_spectrum::Spectrum;
use girafa_spectrum::ula::PALETTE;
use girafa_test_support::images::{Image, Terminal};

/// A machine with bytes of the ROM as screen and attributes, which include every colour and FLASH.
fn machine() -> Spectrum {
    let mut machine = Spectrum::new(&girafa_rom::girafa48());
    for address in 0x4000..0x5B00 {
        let byte = machine.peek(address - 0x4000);
        machine.poke(address, byte);
    }
    machine
}

fn image(picture: &[u8]) -> Image {
    Image {
        width: 352,
        pixels: picture
            .iter()
            .map(|&colour| Some(PALETTE[usize::from(colour)]))
            .collect(),
    }
}

#[test]
fn places() {
    let place = |width, height, cell| Place::new(Rect::new(0, 0, width, height), cell, Protocol::Kitty);
    // A typical terminal, 640 x 368: the height limits the scale.
    let usual = place(80, 23, (8, 16)).unwrap();
    assert_eq!((usual.inner, usual.cells), ((490, 367), Rect::new(0, 0, 80, 23)));
    // Scale 2 with the border: 704 x 576.
    let twice = place(72, 30, (10, 20)).unwrap();
    assert_eq!((twice.inner, twice.cells), ((512, 384), Rect::new(1, 1, 70, 28)));
    // The maximum scale is 4.
    let large = place(400, 200, (10, 20)).unwrap();
    assert_eq!((large.inner, large.width()), ((1024, 768), 1400));
    // Sixels are no wider than xterm accepts.
    let sixel = Place::new(Rect::new(0, 0, 400, 200), (12, 20), Protocol::Sixel).unwrap();
    assert_eq!((sixel.inner, sixel.width()), ((768, 576), 996));
    assert_eq!(place(31, 50, (8, 16)), None);
    assert_eq!(place(80, 11, (8, 16)), None);
}

#[test]
fn sources_of_pixels() {
    assert_eq!(sources(4, 2, 8, 2), [2, 3, 4, 5]);
    assert_eq!(sources(8, 4, 4, 2), [0, 0, 1, 1, 2, 2, 3, 3]);
    assert_eq!(sources(3, 3, 2, 2), [0, 0, 1]);
    assert_eq!(sources(6, 2, 2, 2), [0, 0, 0, 1, 1, 1]);
}

/// Both protocols reproduce the machine's picture, at two integer scales and one that is not an integer.
#[test]
fn both_protocols_reproduce_the_picture() {
    let machine = machine();
    let picture = machine.screen().colours(true);
    for protocol in [Protocol::Kitty, Protocol::Sixel] {
        for (size, cell, times) in [
            ((32, 12), (8, 16), Some(1)),
            ((75, 33), (10, 20), Some(2)),
            ((100, 40), (10, 20), Some(3)),
            ((90, 60), (8, 17), Some(2)),
            ((80, 23), (8, 16), None),
        ] {
            let place = Place::new(Rect::new(0, 0, size.0, size.1), cell, protocol).unwrap();
            let mut sent = Vec::new();
            Painter::new(protocol)
                .paint(picture.clone(), place, &mut sent)
                .unwrap();
            let [columns, rows, width, height] = [size.0, size.1, cell.0, cell.1].map(usize::from);
            let mut terminal = Terminal::new(columns, rows, (width, height));
            terminal.feed(&sent);
            let shown = terminal.shown().cropped();
            assert_eq!(terminal.count, usize::from(place.cells.height));
            let expected = match times {
                Some(times) => {
                    let whole = image(&picture).times(times);
                    whole.middle(place.width() as usize, place.height() as usize)
                }
                None => {
                    let (columns, rows) = (place.columns(), place.rows());
                    let picture = &picture;
                    let row = |&row: &usize| columns.iter().map(move |&column| picture[row * 352 + column]);
                    let colours: Vec<u8> = rows.iter().flat_map(row).collect();
                    Image {
                        width: columns.len(),
                        ..image(&colours)
                    }
                }
            };
            assert!(shown.is_like(&expected), "{protocol:?} {size:?} {cell:?}");
            println!("{protocol:?} {size:?} {cell:?}: {} bytes", sent.len());
        }
    }
}

#[test]
fn only_what_differs_is_sent() {
    let mut machine = machine();
    // Set an attribute with different ink and paper: with equal colours, dots would be invisible.
    machine.poke(0x5800, 7);
    let place = Place::new(Rect::new(0, 0, 70, 28), (10, 20), Protocol::Kitty).unwrap();
    for protocol in [Protocol::Kitty, Protocol::Sixel] {
        let mut painter = Painter::new(protocol);
        let mut terminal = Terminal::new(70, 28, (10, 20));
        let mut paint = |machine: &Spectrum, terminal: &mut Terminal| {
            let mut sent = Vec::new();
            painter
                .paint(machine.screen().colours(true), place, &mut sent)
                .unwrap();
            let before = terminal.count;
            terminal.feed(&sent);
            (terminal.count - before, sent.len())
        };
        let (whole, bytes) = paint(&machine, &mut terminal);
        assert_eq!(whole, 28);
        assert_eq!(paint(&machine, &mut terminal), (0, 0));
        // One byte of the bitmap changes two pixel rows of the image, which are in the same strip.
        machine.poke(0x4000, !machine.peek(0x4000));
        let (strips, few) = paint(&machine, &mut terminal);
        assert_eq!(strips, 1);
        assert!(few * 10 < bytes, "{few} of {bytes} bytes");
        let expected = image(&machine.screen().colours(true)).times(2).middle(700, 560);
        assert!(terminal.shown().cropped().is_like(&expected), "{protocol:?}");
        assert_eq!(paint(&machine, &mut terminal), (0, 0));
    }
}

#[test]
fn a_forgotten_picture_is_sent_again() {
    let picture = machine().screen().colours(true);
    let place = Place::new(Rect::new(0, 0, 44, 18), (8, 16), Protocol::Kitty).unwrap();
    let mut painter = Painter::new(Protocol::Kitty);
    let (mut first, mut again, mut nothing) = (Vec::new(), Vec::new(), Vec::new());
    painter.paint(picture.clone(), place, &mut first).unwrap();
    painter.forget(&mut again).unwrap();
    let mut terminal = Terminal::new(44, 18, (8, 16));
    terminal.feed(&first);
    terminal.feed(&again);
    assert!(terminal.shown().pixels.iter().all(Option::is_none));
    painter.forget(&mut nothing).unwrap();
    assert!(nothing.is_empty());
    again.clear();
    painter.paint(picture, place, &mut again).unwrap();
    assert_eq!(again, first);
}
