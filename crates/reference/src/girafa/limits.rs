//! What the expert system has room for, and what it says when there is no more.

/// Places of the array that is the number stack, whatever [`Limits::numbers`] says.
pub const NUMBER_PLACES: usize = 100;

/// The listing's limits (its line 15).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Facts that were asked for.
    pub asked: usize,
    /// Facts that are known.
    pub facts: usize,
    /// Whether there may be hypotheses: looked at before the first is read.
    pub hypotheses: usize,
    /// Texts that the rules are written with.
    pub rule_texts: usize,
    /// Depth of the stack of texts.
    pub texts: usize,
    /// Depth of the stack of numbers.
    pub numbers: usize,
}

/// Places of the array of hypotheses, of which the word that ends them takes one.
pub const HYPOTHESIS_PLACES: usize = 20;

impl Limits {
    /// Whether so many hypotheses and the word that ends them fit: what the listing should look at.
    pub fn has_room_for_hypotheses(&self, count: usize) -> bool {
        count < self.hypotheses.min(HYPOTHESIS_PLACES)
    }
}

/// Those that the listing sets.
pub const LISTED: Limits = Limits {
    asked: 100,
    facts: 100,
    hypotheses: 20,
    rule_texts: 250,
    texts: 200,
    numbers: 200,
};

/// What there is no more room on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    /// The facts that were asked for.
    Asked,
    /// The facts that are known.
    Facts,
    /// A stack, by its limit.
    Stack,
    /// The number stack, by its array.
    Array,
}

impl Full {
    /// What the program says of it; nothing where BASIC has the word.
    pub fn message(self) -> Option<&'static str> {
        match self {
            Full::Asked => Some("FICHEIRO CHEIO!!"),
            Full::Facts => Some("FICHEIRO DE FACTOS CHEIO!"),
            Full::Stack => Some("A PILHA TRANSBORDOU!!"),
            Full::Array => None,
        }
    }
}

/// How deep the two stacks are.
#[derive(Debug, Clone, Copy)]
pub struct Stacks {
    limits: Limits,
    texts: usize,
    numbers: usize,
}

impl Stacks {
    /// Empty ones.
    pub fn new(limits: Limits) -> Stacks {
        Stacks {
            limits,
            texts: 0,
            numbers: 0,
        }
    }

    /// Puts `count` texts on their stack.
    ///
    /// # Errors
    /// It is full.
    pub fn texts(&mut self, count: usize) -> Result<(), Full> {
        self.texts += count;
        if self.texts > self.limits.texts {
            return Err(Full::Stack);
        }
        Ok(())
    }

    /// Puts `count` numbers on their stack, one after the other.
    ///
    /// # Errors
    /// It is full.
    pub fn numbers(&mut self, count: usize) -> Result<(), Full> {
        self.numbers += count;
        if self.numbers > self.limits.numbers.min(NUMBER_PLACES) {
            return Err(if self.limits.numbers <= NUMBER_PLACES {
                Full::Stack
            } else {
                Full::Array
            });
        }
        Ok(())
    }

    /// Takes `count` texts off again.
    pub fn drop_texts(&mut self, count: usize) {
        self.texts -= count;
    }

    /// Takes `count` numbers off again.
    pub fn drop_numbers(&mut self, count: usize) {
        self.numbers -= count;
    }
}
