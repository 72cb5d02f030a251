//! Pieces of the ROM's code that are compiled as one: each begins at an address, its head, and follows the
//! code from there, through jumps and calls, both ways where it branches, as a tree. It ends where the code
//! is rare, where it would grow too large, where nobody knows what comes next, and where a host may want to
//! stop. Where it comes to its head again it is a loop.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::decode::{Flow, Instruction, decode};
use crate::delays::DELAYS;
use crate::profile::Profile;
use crate::time::most_tstates;

/// Instructions from the head to an end, and of the whole tree.
const MAX_PATH: usize = 14;
const MAX_INSTRUCTIONS: usize = 20;
/// Executed less often, of a million, an instruction is left to the interpreter.
const MIN_EXECUTIONS_PER_MILLION: f64 = 10.0;
/// What is executed less often than this part of the head's times has a tree of its own.
const PART: f64 = 0.25;

/// The longest delays before a head and before another instruction without a check of the time, in T-states.
/// The longest way between two checks, delays included, determines how long before the end of a frame no tree
/// is entered.
const MAX_DELAY_OF_HEAD: u32 = 1000;
const MAX_UNCHECKED_DELAY: u32 = 200;

/// What the trees are made from, and what is still to be done.
pub struct Forest<'a> {
    rom: &'a [u8],
    profile: &'a Profile,
    /// Where a host may want to stop: no tree goes on here.
    stops: &'a [u16],
    /// Heads whose tree is still to be made.
    left: Vec<u16>,
    /// Heads, and what is left to the interpreter.
    seen: BTreeSet<u16>,
}

/// One tree, as Rust.
pub struct Tree {
    pub code: String,
    /// From the head to the last instruction's end, at most.
    pub tstates: u32,
    pub instructions: usize,
    /// It goes back to its head.
    pub loops: bool,
}

const END: &str = "break 'run;\n";

/// A way from the head to an instruction.
#[derive(Clone)]
struct Path {
    instructions: Vec<u16>,
    /// Where the calls on the way return to.
    returns: Vec<u16>,
    tstates: u32,
}

impl<'a> Forest<'a> {
    pub fn grow(rom: &'a [u8], profile: &'a Profile, stops: &'a [u16]) -> BTreeMap<u16, Tree> {
        let mut forest = Forest {
            rom,
            profile,
            stops,
            left: Vec::new(),
            seen: BTreeSet::new(),
        };
        for pc in 0..rom.len() as u16 {
            if profile.entered[usize::from(pc)] >= MIN_EXECUTIONS_PER_MILLION {
                forest.plant(pc);
            }
        }
        let mut trees = BTreeMap::new();
        while let Some(head) = forest.left.pop() {
            trees.insert(head, forest.tree(head));
        }
        trees
    }

    fn times(&self, pc: u16) -> f64 {
        self.profile.executed.get(usize::from(pc)).copied().unwrap_or(0.0)
    }

    /// The instruction at `pc`, if it is one to be compiled.
    fn compiled(&self, pc: u16) -> Option<Instruction> {
        let is_wanted = self.times(pc) >= MIN_EXECUTIONS_PER_MILLION && !self.stops.contains(&pc);
        let instruction = is_wanted.then(|| decode(self.rom, pc))?;
        (instruction.flow != Flow::Apart).then_some(instruction)
    }

    /// Makes `pc` a head. If the interpreter executes the instruction there, what follows it becomes one.
    fn plant(&mut self, pc: u16) {
        if self.times(pc) < MIN_EXECUTIONS_PER_MILLION || !self.seen.insert(pc) {
            return;
        }
        if self.compiled(pc).is_some() && delay(pc) <= MAX_DELAY_OF_HEAD {
            self.left.push(pc);
            return;
        }
        let instruction = decode(self.rom, pc);
        let next = pc + instruction.length;
        match instruction.flow {
            Flow::On | Flow::Apart | Flow::ReturnIf => self.plant(next),
            Flow::Jump(target) => self.plant(target),
            Flow::Branch(target) | Flow::Call(target) | Flow::CallIf(target) => {
                self.plant(target);
                self.plant(next);
            }
            Flow::Return | Flow::Computed => {}
        }
    }

    fn tree(&mut self, head: u16) -> Tree {
        let mut tree = Tree {
            code: String::new(),
            tstates: 0,
            instructions: 0,
            loops: false,
        };
        let start = Path {
            instructions: Vec::new(),
            returns: Vec::new(),
            tstates: 0,
        };
        self.follow(&mut tree, head, head, start);
        tree
    }

    /// Writes what is from `pc` on.
    fn follow(&mut self, tree: &mut Tree, head: u16, mut pc: u16, mut way: Path) {
        loop {
            if pc == head && !way.instructions.is_empty() && way.returns.is_empty() {
                tree.loops = true;
                tree.code
                    .push_str("if b.tstate >= ENTRY_DEADLINE { break 'run; }\ncontinue 'run;\n");
                return;
            }
            let goes_on = way.instructions.len() < MAX_PATH
                && tree.instructions < MAX_INSTRUCTIONS
                && !way.instructions.contains(&pc)
                && (way.instructions.is_empty() || self.times(pc) >= PART * self.times(head));
            let Some(instruction) = self.compiled(pc).filter(|_| goes_on) else {
                self.plant(pc);
                tree.code.push_str(END);
                return;
            };
            let delay = delay(pc);
            if delay > MAX_UNCHECKED_DELAY && pc != head {
                writeln!(tree.code, "if b.ends_before({delay}) {{ break 'run; }}")
                    .expect("a string takes all");
                way.tstates = 0;
            } else {
                way.tstates += delay;
            }
            if delay > 0 {
                writeln!(tree.code, "b.delay({delay});").expect("a string takes all");
            }
            let next = pc + instruction.length;
            let (prefix, opcode) = (instruction.prefix, instruction.opcode);
            writeln!(
                tree.code,
                "step::<0x{prefix:X}, 0x{opcode:02X}>(&mut c, &mut b); // {pc:04X}"
            )
            .expect("a string takes all");
            tree.instructions += 1;
            way.instructions.push(pc);
            way.tstates += most_tstates(self.rom, pc);
            tree.tstates = tree.tstates.max(way.tstates);
            match instruction.flow {
                Flow::On => pc = next,
                Flow::Jump(target) => pc = target,
                Flow::Call(target) => {
                    self.plant(next);
                    way.returns.push(next);
                    pc = target;
                }
                Flow::Branch(target) => {
                    // The way that is left is written first.
                    let other = if self.is_likelier(target, next, head, &way) {
                        next
                    } else {
                        target
                    };
                    self.fork(tree, head, other, way.clone());
                    pc = if other == next { target } else { next };
                }
                Flow::CallIf(target) => {
                    self.plant(next);
                    let mut called = way.clone();
                    called.returns.push(next);
                    self.fork(tree, head, target, called);
                    pc = next;
                }
                Flow::Return => match way.returns.pop() {
                    Some(returned) => {
                        writeln!(tree.code, "if c.pc != 0x{returned:04X} {{ break 'run; }}")
                            .expect("a string takes all");
                        pc = returned;
                    }
                    None => {
                        tree.code.push_str(END);
                        return;
                    }
                },
                Flow::ReturnIf => {
                    writeln!(tree.code, "if c.pc != 0x{next:04X} {{").expect("a string takes all");
                    let mut back = way.clone();
                    if let Some(returned) = back.returns.pop() {
                        writeln!(tree.code, "if c.pc != 0x{returned:04X} {{ break 'run; }}")
                            .expect("a string takes all");
                        self.follow(tree, head, returned, back);
                    } else {
                        tree.code.push_str(END);
                    }
                    tree.code.push_str("}\n");
                    pc = next;
                }
                Flow::Computed => {
                    tree.code.push_str(END);
                    return;
                }
                Flow::Apart => unreachable!("it is not compiled"),
            }
        }
    }

    /// Writes what is at `pc`, if that is where the last instruction has gone.
    fn fork(&mut self, tree: &mut Tree, head: u16, pc: u16, way: Path) {
        writeln!(tree.code, "if c.pc == 0x{pc:04X} {{").expect("a string takes all");
        self.follow(tree, head, pc, way);
        tree.code.push_str("}\n");
    }

    /// Whether a branch goes to its target more often than on.
    fn is_likelier(&self, target: u16, next: u16, head: u16, way: &Path) -> bool {
        let is_loop = target == head && way.returns.is_empty();
        is_loop || !way.instructions.contains(&target) && self.times(target) > self.times(next)
    }
}

/// The delay before the instruction at `pc`, in T-states.
fn delay(pc: u16) -> u32 {
    let found = DELAYS.binary_search_by_key(&pc, |delay| delay.0);
    found.map_or(0, |found| u32::from(DELAYS[found].1))
}
