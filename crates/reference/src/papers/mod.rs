//! The problems of the book's four companion papers. Their programs for the Spectrum are ours
//! (`basic-listings`), so there is no original: a listing and its reference verify each other. There is a
//! page for each paper in `docs`.

pub mod bimaru;
pub mod jogos;
pub mod moedas;
pub mod mosaico;
pub mod quarto;
pub mod search;

use crate::Program;

/// The programs, in the order of the papers: Nim of thirteen coins, search, Quarto, Bimaru.
pub const PROGRAMS: &[Program] = &[
    ("moedas", moedas::recursive),
    ("moedas-tabela", moedas::tabulated),
    ("moedas-regra", moedas::ruled),
    ("lavrador", search::lavrador::session),
    ("missionarios", search::missionarios::session),
    ("jarros", search::jarros::session),
    ("grafo", search::grafo::session),
    ("caminhos", search::caminhos::session),
    ("familia", search::familia::session),
    ("mosaico", mosaico::session::session),
    ("galo-minimax", jogos::galo_session::session),
    ("pilhas", jogos::pilhas_session::session),
    ("quarto", quarto::session),
    ("bimaru", bimaru::session),
];
