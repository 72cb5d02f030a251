//! Debugger
