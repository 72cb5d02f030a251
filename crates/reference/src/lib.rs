//! The programs of the book and of its companion papers as native Rust: the algorithm, and a session that
//! prints exactly what the listing prints on a Spectrum.
//!
//! ```
//! use girafa_reference::{Ended, run};
//! let session = run("hanoi", &["2", "1", "3"]).unwrap();
//! assert_eq!(session.ended, Ended::Stop);
//! assert!(session.transcript.ends_with("1 PARA 2\n           1 PARA 3\n           2 PARA 3\n"));
//! ```
//!
//! Each program has a module with its `session`; [`PROGRAMS`] has the book's programs, and
//! [`papers::PROGRAMS`] those of the papers, by their ids in `girafa run`.

pub mod arvore;
pub mod caixeiro;
pub mod cnp;
pub mod cnp_fatorial;
pub mod console;
mod ended;
pub mod galo;
pub mod girafa;
pub mod hanoi;
pub mod nim;
pub mod papers;
pub mod puzzle8;
mod quick;
pub mod rainhas;
pub mod roll;
mod session;

pub use ended::Ended;
pub use session::{Finished, Run};

/// A program's id, and the function that runs its session with given answers.
pub type Program = (&'static str, fn(&[&str]) -> Finished);

/// The book's programs, in the order of the book.
pub const PROGRAMS: &[Program] = &[
    ("arvore-anterior", arvore::anterior::session),
    ("arvore-interior", arvore::interior::session),
    ("arvore-posterior", arvore::posterior::session),
    ("cnp", cnp::session),
    ("cnp-fatorial", cnp_fatorial::session),
    ("hanoi", hanoi::session),
    ("hanoi-tracado", hanoi::traced_session),
    ("rainhas", rainhas::session),
    ("rainhas-tracado", rainhas::tracado::session),
    ("rainhas-grafica", rainhas::grafica::session),
    ("nim", nim::session),
    ("puzzle8-largura", puzzle8::sessions::breadth),
    ("puzzle8-profundidade", puzzle8::sessions::depth),
    ("puzzle8-fora-do-sitio", puzzle8::sessions::out_of_place),
    ("puzzle8-distancia", puzzle8::sessions::distance),
    ("puzzle8-hardcopy", puzzle8::sessions::hard_copy),
    ("galo", galo::session),
    ("caixeiro", caixeiro::sessions::session),
    ("caixeiro-hardcopy", caixeiro::sessions::hard_copy),
    ("girafa", girafa::sessions::animals),
    ("girafa-plantas", girafa::sessions::plants),
];

/// All programs: the book's, and those of the papers.
pub fn programs() -> impl Iterator<Item = &'static Program> {
    PROGRAMS.iter().chain(papers::PROGRAMS)
}

/// Runs the program `id` with these answers; `None` if there is no such program.
pub fn run(id: &str, answers: &[&str]) -> Option<Finished> {
    let (_, session) = programs().find(|(known, _)| *known == id)?;
    Some(session(answers))
}

/// Runs the `variant` of the program `id` with other data or limits, such as another rule base; `None` if
/// there is no such variant.
pub fn run_variant(id: &str, variant: Option<&str>, answers: &[&str]) -> Option<Finished> {
    match (id, variant) {
        (_, None) => run(id, answers),
        ("girafa", Some(name)) => girafa::sessions::variant(&girafa::bases::ANIMALS, name, answers),
        ("girafa-plantas", Some(name)) => girafa::sessions::variant(&girafa::bases::PLANTS, name, answers),
        ("puzzle8-hardcopy", Some(name)) => puzzle8::sessions::hard_copy_variant(name, answers),
        _ => None,
    }
}
