//! Reproducible archives: sorted names, a fixed modification time, no owner.

use std::io::{Cursor, Write};

use anyhow::Context;
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};

/// Modification time of every file in an archive: 1980-01-01, the earliest that a .zip can store.
const MODIFICATION_TIME: u64 = 315_532_800;

/// A file of an archive.
pub struct Entry {
    /// Path, with slashes.
    pub path: String,
    /// Its contents.
    pub contents: Vec<u8>,
    /// Whether the file is executable.
    pub executable: bool,
}

impl Entry {
    fn mode(&self) -> u32 {
        if self.executable { 0o755 } else { 0o644 }
    }
}

/// Packs files as a .tar.gz.
pub fn tar_gz(entries: &mut [Entry]) -> anyhow::Result<Vec<u8>> {
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    // 255 is an unknown operating system: the archive must not depend on the one that packs it.
    let compressed = GzBuilder::new()
        .mtime(0)
        .operating_system(255)
        .write(Vec::new(), Compression::best());
    let mut archive = tar::Builder::new(compressed);
    for entry in entries.iter() {
        let mut header = tar::Header::new_ustar();
        header.set_size(entry.contents.len() as u64);
        header.set_mode(entry.mode());
        header.set_mtime(MODIFICATION_TIME);
        header.set_uid(0);
        header.set_gid(0);
        archive
            .append_data(&mut header, &entry.path, entry.contents.as_slice())
            .with_context(|| format!("cannot pack {}", entry.path))?;
    }
    Ok(archive.into_inner()?.finish()?)
}

/// Packs files as a .zip.
pub fn zip(entries: &mut [Entry]) -> anyhow::Result<Vec<u8>> {
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries.iter() {
        let options = zip::write::SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(entry.mode());
        archive
            .start_file(entry.path.as_str(), options)
            .with_context(|| format!("cannot pack {}", entry.path))?;
        archive.write_all(&entry.contents)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// The SHA-256 of some bytes in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The contents of a .sha256 file, in the format of `sha256sum`.
pub fn checksum_file(bytes: &[u8], name: &str) -> String {
    format!("{}  {name}\n", sha256(bytes))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn entries(paths: &[&str]) -> Vec<Entry> {
        paths
            .iter()
            .map(|path| Entry {
                path: (*path).to_owned(),
                contents: path.repeat(100).into_bytes(),
                executable: path.ends_with("girafa"),
            })
            .collect()
    }

    #[test]
    fn the_order_of_files_does_not_change_an_archive() {
        let one = ["d/girafa", "d/README.md", "d/man/girafa.1"];
        let other = ["d/man/girafa.1", "d/girafa", "d/README.md"];
        assert_eq!(
            tar_gz(&mut entries(&one)).unwrap(),
            tar_gz(&mut entries(&other)).unwrap()
        );
        assert_eq!(
            zip(&mut entries(&one)).unwrap(),
            zip(&mut entries(&other)).unwrap()
        );
    }

    #[test]
    fn a_tar_has_what_was_packed() {
        let packed = tar_gz(&mut entries(&["d/girafa", "d/README.md"])).unwrap();
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(packed.as_slice()));
        let found: Vec<_> = archive
            .entries()
            .unwrap()
            .map(|entry| {
                let mut entry = entry.unwrap();
                let mut text = String::new();
                entry.read_to_string(&mut text).unwrap();
                let header = entry.header();
                (
                    entry.path().unwrap().display().to_string(),
                    header.mode().unwrap(),
                    header.mtime().unwrap(),
                    text.len(),
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                ("d/README.md".to_owned(), 0o644, MODIFICATION_TIME, 1100),
                ("d/girafa".to_owned(), 0o755, MODIFICATION_TIME, 800)
            ]
        );
    }

    #[test]
    fn a_zip_has_what_was_packed() {
        let packed = zip(&mut entries(&["d/girafa.exe", "d/README.md"])).unwrap();
        let mut archive = zip::ZipArchive::new(Cursor::new(packed)).unwrap();
        assert_eq!(archive.len(), 2);
        let mut first = archive.by_index(0).unwrap();
        assert_eq!(first.name(), "d/README.md");
        assert_eq!(first.last_modified().unwrap().year(), 1980);
        let mut text = String::new();
        first.read_to_string(&mut text).unwrap();
        assert_eq!(text, "d/README.md".repeat(100));
    }

    #[test]
    fn checksums_are_those_of_sha256sum() {
        assert_eq!(
            checksum_file(b"abc", "x.zip"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  x.zip\n"
        );
    }
}
