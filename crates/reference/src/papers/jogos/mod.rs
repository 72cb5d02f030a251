//! The games of the paper on search (chapter 13): noughts and crosses by minimax to a given depth and by
//! alpha-beta, and the splitting of heaps, which is small enough for a complete search.

pub mod galo;
pub mod galo_session;
pub mod pilhas;
pub mod pilhas_session;
