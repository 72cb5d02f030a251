//! Limits of the expert system, and its messages when one is exceeded.

/// Size of the array for the number stack, regardless of [`Limits::numbers`].
pub const NUMBER_PLACES: usize = 100;

/// The listing's limits (its line 15).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of facts asked for.
    pub asked: usize,
    /// Maximum number of known facts.
    pub facts: usize,
    /// Limit of the hypotheses: the listing only checks it before it reads the first one.
    pub hypotheses: usize,
    /// Maximum number of texts in the rules.
    pub rule_texts: usize,
    /// Maximum depth of the stack of texts.
    pub texts: usize,
    /// Maximum depth of the stack of numbers.
    pub numbers: usize,
}

/// Size of the array of hypotheses, including the word that ends them.
pub const HYPOTHESIS_PLACES: usize = 20;

impl Limits {
    /// Whether this number of hypotheses and the word that ends them fit: the check that the listing should
    /// make.
    pub fn has_room_for_hypotheses(&self, count: usize) -> bool {
        count < self.hypotheses.min(HYPOTHESIS_PLACES)
    }
}

/// The limits that the listing sets.
pub const LISTING_LIMITS: Limits = Limits {
    asked: 100,
    facts: 100,
    hypotheses: 20,
    rule_texts: 250,
    texts: 200,
    numbers: 200,
};

/// The limit that was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    /// The facts asked for.
    Asked,
    /// The known facts.
    Facts,
    /// A stack, by its limit.
    Stack,
    /// The number stack, by its array.
    Array,
}

impl Full {
    /// The program's message; `None` if BASIC stops with a report instead.
    pub fn message(self) -> Option<&'static str> {
        match self {
            Full::Asked => Some("FICHEIRO CHEIO!!"),
            Full::Facts => Some("FICHEIRO DE FACTOS CHEIO!"),
            Full::Stack => Some("A PILHA TRANSBORDOU!!"),
            Full::Array => None,
        }
    }
}

/// The depths of the two stacks.
#[derive(Debug, Clone, Copy)]
pub struct Stacks {
    limits: Limits,
    texts: usize,
    numbers: usize,
}

impl Stacks {
    /// Empty stacks.
    pub fn new(limits: Limits) -> Stacks {
        Stacks {
            limits,
            texts: 0,
            numbers: 0,
        }
    }

    /// Pushes `count` texts.
    ///
    /// # Errors
    /// The stack is full.
    pub fn texts(&mut self, count: usize) -> Result<(), Full> {
        self.texts += count;
        if self.texts > self.limits.texts {
            return Err(Full::Stack);
        }
        Ok(())
    }

    /// Pushes `count` numbers, one after the other.
    ///
    /// # Errors
    /// The stack is full.
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

    /// Pops `count` texts.
    pub fn drop_texts(&mut self, count: usize) {
        self.texts -= count;
    }

    /// Pops `count` numbers.
    pub fn drop_numbers(&mut self, count: usize) {
        self.numbers -= count;
    }
}
