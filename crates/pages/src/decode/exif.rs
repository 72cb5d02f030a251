//! The orientation of a picture in its Exif metadata.

/// The tag of the orientation.
const ORIENTATION: u16 = 0x0112;
/// The field type of 16-bit values.
const SHORT: u16 = 3;

/// The orientation of a picture as an Exif number: 1 is upright.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Orientation(u16);

impl Orientation {
    /// Reads the orientation from Exif metadata. Without metadata, or if they are damaged, the picture is
    /// upright.
    pub fn of_exif(exif: Option<&[u8]>) -> Orientation {
        Orientation(
            exif.and_then(orientation)
                .filter(|number| (1..=8).contains(number))
                .unwrap_or(1),
        )
    }

    /// Returns the width, height and pixels of the upright picture.
    pub fn upright(self, width: u32, height: u32, pixels: Vec<u8>) -> (u32, u32, Vec<u8>) {
        if self.0 == 1 {
            return (width, height, pixels);
        }
        let (last_x, last_y) = (width.wrapping_sub(1), height.wrapping_sub(1));
        let from = |x: u32, y: u32| match self.0 {
            2 => (last_x - x, y),
            3 => (last_x - x, last_y - y),
            4 => (x, last_y - y),
            5 => (y, x),
            6 => (y, last_y - x),
            7 => (last_x - y, last_y - x),
            _ => (last_x - y, x),
        };
        let (across, down) = if self.0 < 5 {
            (width, height)
        } else {
            (height, width)
        };
        let places = (0..down).flat_map(|y| (0..across).map(move |x| from(x, y)));
        let upright = places.map(|(x, y)| pixels[y as usize * width as usize + x as usize]);
        (across, down, upright.collect())
    }
}

/// The orientation in the first directory of Exif metadata, which have the structure of a TIFF file.
fn orientation(exif: &[u8]) -> Option<u16> {
    let is_little = match exif.first_chunk()? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let bytes = *exif.get(at..)?.first_chunk()?;
        Some(if is_little {
            u16::from_le_bytes(bytes)
        } else {
            u16::from_be_bytes(bytes)
        })
    };
    let long = |at: usize| {
        let bytes = *exif.get(at..)?.first_chunk()?;
        Some(if is_little {
            u32::from_le_bytes(bytes)
        } else {
            u32::from_be_bytes(bytes)
        })
    };
    let directory = long(4)? as usize;
    for entry in 0..usize::from(short(directory)?) {
        let entry = directory + 2 + 12 * entry;
        let (tag, kind, count, value) = (
            short(entry)?,
            short(entry + 2)?,
            long(entry + 4)?,
            short(entry + 8)?,
        );
        short(entry + 10)?;
        if (tag, kind, count) == (ORIENTATION, SHORT, 1) {
            return Some(value);
        }
    }
    None
}
