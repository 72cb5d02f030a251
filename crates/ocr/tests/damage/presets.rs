//! Realistic combinations of damage.

use girafa_test_support::Random;

use super::Damage;

/// Draws strengths as multiples of a hundredth, which are short to write.
struct Draw(Random);

impl Draw {
    fn within(&mut self, low: f32, high: f32) -> f32 {
        let steps = ((high - low) * 100.0).round() as usize;
        ((low * 100.0).round() + self.0.below(steps + 1) as f32) / 100.0
    }

    fn one_in(&mut self, times: usize, low: f32, high: f32) -> f32 {
        // Always draw the strength, so that no other draw depends on the outcome.
        let strength = self.within(low, high);
        if self.0.one_in(times) { strength } else { 0.0 }
    }
}

impl Damage {
    /// The damage of a careful scan or a good photograph of an ordinary page.
    pub fn moderate(seed: u64, dpi: f32) -> Damage {
        let mut draw = Draw(Random(seed));
        let magazine = draw.one_in(4, 1.0, 1.0);
        let photo = draw.one_in(3, 1.0, 1.0);
        let burnt = (1.0 - magazine) * draw.one_in(2, 0.2, 0.7);
        let gain = if burnt > 0.0 { 0.0 } else { draw.within(0.05, 0.5) };
        let sheet = if burnt > 0.0 { 1.0 } else { 0.0 };
        // A lens blurs a magazine's small dots as much as large ones.
        let blur = draw.within(0.1, 0.35);
        hundredths(Damage {
            seed,
            magazine,
            turns: draw.one_in(8, 1.0, 3.0).floor(),
            rotate: draw.within(-1.0, 1.0) * (1.0 + photo),
            perspective: photo * draw.within(0.01, 0.05),
            curl: (1.0 - sheet) * draw.one_in(3, 0.05, 0.3),
            drift: draw.within(0.0, 0.01) * (1.0 + sheet),
            bed: draw.one_in(3, 5.0, 20.0),
            burnt,
            gain,
            fade: draw.one_in(4, 0.05, 0.15),
            pale: draw.within(0.05, 0.3),
            shimmer: sheet * draw.within(0.05, 0.35),
            light: draw.within(0.0, 0.15) * (1.0 + photo),
            speckle: draw.within(0.0, 0.15),
            blur: blur * (1.0 - 0.3 * magazine),
            noise: draw.within(1.0, 4.0) * (1.0 + 0.5 * photo),
            jpeg: draw.one_in(2, 70.0, 90.0).floor(),
            ..Damage::none(dpi)
        })
    }

    /// Damage of a page in bad condition that can still be read.
    pub fn strong(seed: u64, dpi: f32) -> Damage {
        let mut draw = Draw(Random(!seed));
        let magazine = draw.one_in(4, 1.0, 1.0);
        let burnt = (1.0 - magazine) * draw.one_in(2, 0.6, 1.0);
        let gain = if burnt > 0.0 { 0.0 } else { draw.within(0.3, 1.0) };
        let sheet = if burnt > 0.0 { 1.0 } else { 0.0 };
        let blur = draw.within(0.2, 0.5);
        hundredths(Damage {
            seed,
            magazine,
            turns: draw.one_in(4, 1.0, 3.99).floor(),
            rotate: draw.within(-5.0, 5.0),
            perspective: draw.one_in(2, 0.03, 0.12),
            curl: (1.0 - sheet) * draw.one_in(2, 0.3, 1.0),
            drift: draw.within(0.01, 0.04) * (1.0 + 0.5 * sheet),
            bed: draw.one_in(2, 5.0, 40.0),
            torn: draw.one_in(3, 0.3, 1.0),
            burnt,
            gain,
            fade: draw.one_in(2, 0.15, 0.6),
            pale: draw.within(0.1, 0.5),
            shimmer: sheet * draw.within(0.2, 0.8),
            negative: draw.one_in(8, 1.0, 1.0),
            light: draw.within(0.1, 0.6),
            speckle: draw.within(0.05, 0.7),
            coffee: draw.one_in(4, 0.3, 0.8),
            pencil: draw.one_in(4, 0.4, 0.8),
            crease: draw.one_in(4, 0.3, 1.0),
            blur: blur * (1.0 - 0.3 * magazine),
            noise: draw.within(2.0, 10.0),
            threshold: draw.one_in(4, 0.4, 0.6),
            jpeg: draw.one_in(2, 30.0, 60.0).floor(),
            ..Damage::none(dpi)
        })
    }
}

/// Rounds products to hundredths.
fn hundredths(mut damage: Damage) -> Damage {
    let round = |strength: &mut f32| *strength = (*strength * 100.0).round() / 100.0;
    for strength in [
        &mut damage.rotate,
        &mut damage.curl,
        &mut damage.drift,
        &mut damage.light,
        &mut damage.blur,
        &mut damage.noise,
    ] {
        round(strength);
    }
    damage
}
