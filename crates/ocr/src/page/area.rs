//! An upright rectangle of a page.

/// A rectangle in pixels of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// Its left edge.
    pub left: f32,
    /// Its upper edge.
    pub top: f32,
    /// Its right edge.
    pub right: f32,
    /// Its lower edge.
    pub bottom: f32,
}

impl Area {
    /// Returns the width.
    pub fn width(&self) -> f32 {
        self.right - self.left
    }

    /// Returns the height.
    pub fn height(&self) -> f32 {
        self.bottom - self.top
    }

    /// Returns the extent along an axis: 0 is horizontal, 1 vertical.
    pub(super) fn span(&self, axis: usize) -> [f32; 2] {
        if axis == 0 {
            [self.left, self.right]
        } else {
            [self.top, self.bottom]
        }
    }

    /// Splits the area at a position on an axis.
    pub(super) fn parted(&self, axis: usize, at: f32) -> [Area; 2] {
        if axis == 0 {
            [Area { right: at, ..*self }, Area { left: at, ..*self }]
        } else {
            [Area { bottom: at, ..*self }, Area { top: at, ..*self }]
        }
    }

    pub(super) fn middle(&self) -> [f32; 2] {
        [self.left.midpoint(self.right), self.top.midpoint(self.bottom)]
    }

    /// Returns the smallest area that contains both.
    pub(super) fn with(self, other: Area) -> Area {
        Area {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns the area enlarged on each side by these amounts, horizontally and vertically.
    pub(super) fn grown(&self, [across, down]: [f32; 2]) -> Area {
        Area {
            left: self.left - across,
            top: self.top - down,
            right: self.right + across,
            bottom: self.bottom + down,
        }
    }

    pub(super) fn has(&self, [x, y]: [f32; 2]) -> bool {
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }

    pub(super) fn touches(&self, other: &Area) -> bool {
        self.left <= other.right
            && other.left <= self.right
            && self.top <= other.bottom
            && other.top <= self.bottom
    }
}
