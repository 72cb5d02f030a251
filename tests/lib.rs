//! Sessions with the programs of the book and of its companion papers, as data: what is answered, and what is
//! compared. `girafa-verify` reads them.
//!
//! ```
//! let (_, text) = girafa_sessions::SESSIONS.iter().find(|(id, _)| *id == "hanoi").unwrap();
//! assert!(text.contains("[[session]]"));
//! ```
#![forbid(unsafe_code)]

/// A file by its name without extension, and its text.
pub type Named = (&'static str, &'static str);

macro_rules! texts {
    ($($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("sessions/", $id, ".toml")))),*]
    };
}

/// The sessions of each program, by its id, in the order of the files' names: the text of each file of
/// `sessions/`.
pub static SESSIONS: &[Named] = texts![
    "arvore-anterior",
    "arvore-interior",
    "arvore-posterior",
    "bimaru",
    "caixeiro-hardcopy",
    "caixeiro",
    "caminhos",
    "cnp-fatorial",
    "cnp",
    "familia",
    "galo-minimax",
    "galo",
    "girafa-plantas",
    "girafa",
    "grafo",
    "hanoi-tracado",
    "hanoi",
    "jarros",
    "lavrador",
    "missionarios",
    "moedas-regra",
    "moedas-tabela",
    "moedas",
    "mosaico",
    "nim",
    "pilhas",
    "puzzle8-distancia",
    "puzzle8-fora-do-sitio",
    "puzzle8-hardcopy",
    "puzzle8-largura",
    "puzzle8-profundidade",
    "quarto",
    "rainhas-grafica",
    "rainhas-tracado",
    "rainhas",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_left_out() {
        let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("sessions");
        let mut files: Vec<String> = std::fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".toml"))
            .collect();
        files.sort();
        let table: Vec<String> = SESSIONS.iter().map(|(id, _)| format!("{id}.toml")).collect();
        assert_eq!(table, files);
    }
}
