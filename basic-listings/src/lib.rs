//! Programs in Sinclair BASIC, as data: our own editions of the book's listings and of programs after its
//! companion papers, and the restoration records of the book's listings.
//!
//! ```
//! let (_, text) = girafa_listings::EDITIONS.iter().find(|(id, _)| *id == "hanoi").unwrap();
//! assert!(text.lines().any(|line| line.starts_with("10 ")));
//! ```
#![forbid(unsafe_code)]

/// A file by its name without extension, and its text.
pub type Named = (&'static str, &'static str);

macro_rules! texts {
    ($before:literal, $after:literal: $($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("../", $before, $id, $after)))),*]
    };
}

/// Our editions, by id in alphabetical order: the text of each `.bas` file.
pub static EDITIONS: &[Named] = texts![
    "", ".bas":
    "arvore-anterior",
    "arvore-interior",
    "arvore-posterior",
    "bimaru",
    "caixeiro",
    "caixeiro-hardcopy",
    "caminhos",
    "cnp",
    "cnp-fatorial",
    "familia",
    "galo",
    "galo-minimax",
    "girafa",
    "girafa-plantas",
    "grafo",
    "hanoi",
    "hanoi-tracado",
    "jarros",
    "lavrador",
    "missionarios",
    "moedas",
    "moedas-regra",
    "moedas-tabela",
    "mosaico",
    "nim",
    "pilhas",
    "puzzle8-distancia",
    "puzzle8-fora-do-sitio",
    "puzzle8-hardcopy",
    "puzzle8-largura",
    "puzzle8-profundidade",
    "quarto",
    "rainhas",
    "rainhas-grafica",
    "rainhas-tracado",
    "retrato",
];

/// The restoration records of the book: the text of each `.toml` file of `book/`, by its name in alphabetical
/// order. `book` is the catalogue, which has the ids in the order of the book; the others are the records, by
/// id. `girafa-books` reads them.
pub static RECORDS: &[Named] = texts![
    "book/", ".toml":
    "arvore-anterior",
    "arvore-interior",
    "arvore-posterior",
    "book",
    "caixeiro",
    "caixeiro-hardcopy",
    "cnp",
    "cnp-fatorial",
    "galo",
    "girafa",
    "girafa-plantas",
    "hanoi",
    "hanoi-tracado",
    "nim",
    "puzzle8-comum",
    "puzzle8-distancia",
    "puzzle8-fora-do-sitio",
    "puzzle8-hardcopy",
    "puzzle8-largura",
    "puzzle8-profundidade",
    "puzzle8-rotina-distancia",
    "rainhas",
    "rainhas-grafica",
    "rainhas-tracado",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of a directory's files with this extension, sorted.
    fn files(directory: &str, extension: &str) -> Vec<String> {
        let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
        let entries = std::fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let matching = entries.filter(|path| path.extension().is_some_and(|found| found == extension));
        let mut names: Vec<String> = matching
            .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
            .filter(|name| name != "Cargo")
            .collect();
        names.sort();
        names
    }

    #[test]
    fn no_file_is_left_out() {
        let names = |table: &[Named]| {
            let mut names: Vec<String> = table.iter().map(|(id, _)| (*id).to_owned()).collect();
            names.sort();
            names
        };
        assert_eq!(names(EDITIONS), files(".", "bas"));
        assert_eq!(names(RECORDS), files("book", "toml"));
    }
}
