//! Small files written by other software (Pillow with libjpeg, libwebp and zlib), and the greys read from
//! them.

use std::fs;
use std::path::Path;

use girafa_ocr::Grey;
use girafa_pages::PageError;
use girafa_pages::pictures::{each_page_of, is_picture};

/// Reads a file with a single picture.
pub fn read(bytes: &[u8]) -> Result<Grey, String> {
    let mut pages = Vec::new();
    each_page_of("", bytes, None, |_, page| -> Result<(), PageError> {
        pages.push(page.grey);
        Ok(())
    })
    .map_err(|failed| match failed {
        PageError::Picture { reason, .. } => reason.to_string(),
        failed => failed.to_string(),
    })?;
    let [page] = <[Grey; 1]>::try_from(pages).expect("one page");
    Ok(page)
}

/// The FNV-1a hash of all greys.
fn sum(grey: &Grey) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    grey.pixels().iter().fold(0xCBF2_9CE4_8422_2325, step)
}

/// Files with their width, height and the hash of their greys, as decoded by the crate `image` 0.25.10.
const FILES: &[(&str, usize, usize, u64)] = &[
    ("animated.png", 21, 13, 0xFD31_65EC_842C_1496),
    ("animated.webp", 21, 13, 0xDF68_1CE8_4698_B856),
    ("bits.png", 21, 13, 0xB7C2_A828_542E_B245),
    ("cmyk.jpg", 21, 13, 0x5D5C_E376_E451_A5C0),
    ("colour.jpg", 21, 13, 0x324B_A05D_AB0A_041D),
    ("colour.png", 21, 13, 0xD43E_481D_7069_C8E0),
    ("grey-alpha.png", 21, 13, 0xB2B9_90EF_EA3B_D584),
    ("grey.jpg", 21, 13, 0xE9F8_02BD_8D37_564F),
    ("key.png", 21, 13, 0xA84E_F69B_F53C_37A4),
    ("lossless-alpha.webp", 21, 13, 0xFD31_65EC_842C_1496),
    ("lossy-alpha.webp", 21, 13, 0xEE2E_5B3E_05F2_EDC2),
    ("lossy.webp", 21, 13, 0xFCF7_36A4_E353_9F91),
    ("palette.png", 21, 13, 0xDABA_2F17_A4C2_0028),
    ("progressive.jpg", 21, 13, 0xB9D7_2454_5467_E1B9),
    ("rgb.jpg", 21, 13, 0x2468_549F_F091_3159),
    ("turned.jpg", 13, 21, 0xB29E_8047_3194_2C75),
    ("turned.png", 13, 21, 0x1771_7189_6986_486C),
    ("turned.webp", 13, 21, 0x1771_7189_6986_486C),
    ("wide.png", 21, 13, 0x15C8_33BA_5BF1_76C4),
];

#[test]
fn each_format_and_colour_type() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages/files");
    let mut names: Vec<String> = fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let seen: Vec<_> = names
        .iter()
        .map(|name| {
            assert!(is_picture(Path::new(name)), "{name}");
            let grey = read(&fs::read(directory.join(name)).unwrap()).unwrap();
            (&**name, grey.width(), grey.height(), sum(&grey))
        })
        .collect();
    assert_eq!(seen, FILES);
}

#[test]
fn damaged_files() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages/files");
    for name in ["grey.jpg", "colour.png", "lossy.webp"] {
        let file = fs::read(directory.join(name)).unwrap();
        let cut = read(&file[..file.len() - 9]).unwrap_err();
        let is_clear =
            cut.starts_with("the picture is damaged: ") || cut.starts_with("not a supported picture");
        assert!(is_clear, "{name}: {cut}");
    }
    for other in [&b""[..], b"GIF89a", b"BM", b"text"] {
        let reason = read(other).unwrap_err();
        assert_eq!(
            reason,
            "not a supported picture: expected PNG, JPEG, WebP, TIFF or PNM"
        );
    }
}

#[test]
fn names_of_pictures() {
    for name in [
        "a.png", "a.JPG", "a.b.jpeg", "a.webp", "a.tif", "a.TIFF", "a.pgm", "a.pam", "a.apng", "a.jfif",
    ] {
        assert!(is_picture(Path::new(name)), "{name}");
    }
    for name in ["png", "a.gif", "a.txt", "a.bas", "a", ".png"] {
        assert!(!is_picture(Path::new(name)), "{name}");
    }
}

/// A PNG that ends after its header.
fn png_head(width: u32, height: u32) -> Vec<u8> {
    let data = [
        &b"IHDR"[..],
        &width.to_be_bytes(),
        &height.to_be_bytes(),
        &[1, 0, 0, 0, 0],
    ]
    .concat();
    let crc = !data.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 }
        })
    });
    let empty = b"\0\0\0\0IDAT\x35\xAF\x06\x1E";
    [
        &b"\x89PNG\r\n\x1a\n\0\0\0\x0d"[..],
        &data,
        &crc.to_be_bytes(),
        empty,
    ]
    .concat()
}

/// A picture that cannot be a page is rejected by its header, before any of it is decoded.
#[test]
fn impossible_page_sizes_are_rejected() {
    for (width, height, words) in [
        (1, 1_000, "cannot be a page"),
        (40_000, 399, "cannot be a page"),
        (30_000, 30_000, "pixels are too many"),
        (40_001, 500, "pixels are too many"),
    ] {
        let message = read(&png_head(width, height)).unwrap_err();
        assert!(message.contains(words), "{width} x {height}: {message}");
    }
    let message = read(&png_head(400, 40_000)).unwrap_err();
    assert!(message.contains("damaged"), "{message}");
}
