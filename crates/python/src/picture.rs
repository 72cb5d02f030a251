//! Pictures of the screen and the paper.

use girafa_session::picture::rgb_png;
use girafa_spectrum::Image;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::pickle::{Reduced, reduced};

/// A picture: `height` rows of `width` pixels, each with a red, green and blue value.
///
/// Notebooks display it. `numpy.asarray(picture)` returns an array of shape (height, width, 3) without a
/// copy; `to_pil()` returns a PIL.Image.
#[pyclass(frozen, eq, module = "girafa")]
#[derive(PartialEq)]
pub struct Picture {
    image: Image,
    /// The pixels for Python's buffer and array interfaces.
    rgb: Bytes,
}

/// A bytes object with a copy of the image's pixels.
struct Bytes(Py<PyBytes>);

impl PartialEq for Bytes {
    fn eq(&self, _: &Bytes) -> bool {
        // The image with the same pixels is compared instead.
        true
    }
}

impl Picture {
    /// Creates a picture and copies its pixels to a bytes object.
    pub fn new(py: Python<'_>, image: Image) -> Picture {
        let rgb = Bytes(PyBytes::new(py, &image.rgb).unbind());
        Picture { image, rgb }
    }

    /// The values of an image for a pickle.
    pub fn pickled<'py>(py: Python<'py>, image: &Image) -> (u32, u32, Bound<'py, PyBytes>) {
        (image.width, image.height, PyBytes::new(py, &image.rgb))
    }

    /// The image with these values.
    pub fn unpickled(values: &Bound<'_, PyAny>) -> PyResult<Image> {
        let (width, height, rgb): (u32, u32, Vec<u8>) = values.extract()?;
        if u64::from(width) * u64::from(height) * 3 != rgb.len() as u64 {
            return Err(PyValueError::new_err(
                "the pickle of a picture has the wrong size",
            ));
        }
        Ok(Image { width, height, rgb })
    }
}

#[pymethods]
impl Picture {
    /// Width in pixels.
    #[getter]
    fn width(&self) -> u32 {
        self.image.width
    }

    /// Height in pixels.
    #[getter]
    fn height(&self) -> u32 {
        self.image.height
    }

    /// The shape of the array: (height, width, 3).
    #[getter]
    fn shape(&self) -> (u32, u32, u32) {
        (self.image.height, self.image.width, 3)
    }

    /// The red, green and blue values of the pixels, row by row: `height * width * 3` bytes.
    #[getter]
    fn rgb(&self, py: Python<'_>) -> Py<PyBytes> {
        self.rgb.0.clone_ref(py)
    }

    /// Returns the picture as the bytes of a PNG file.
    fn png<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &rgb_png(&self.image))
    }

    /// The PNG that notebooks display.
    fn _repr_png_<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.png(py)
    }

    /// NumPy's array interface to the pixels.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", self.shape())?;
        interface.set_item("typestr", "|u1")?;
        interface.set_item("data", self.rgb(py))?;
        Ok(interface)
    }

    /// Returns the picture as a PIL.Image; needs Pillow.
    fn to_pil<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let size = (self.image.width, self.image.height);
        let pil = py.import("PIL.Image")?;
        pil.call_method1("frombytes", ("RGB", size, self.rgb(py)))
    }

    /// Returns the picture as a numpy.ndarray of shape (height, width, 3), without a copy; needs NumPy.
    fn to_numpy<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("numpy")?.call_method1("asarray", (slf,))
    }

    /// Writes the picture to a PNG file.
    fn save(&self, path: crate::path::Name) -> PyResult<()> {
        girafa_files::write(&path.0, &rgb_png(&self.image)).map_err(crate::errors::error)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let py = slf.py();
        let values = Picture::pickled(py, &slf.get().image);
        reduced(slf, PyTuple::new(py, [values])?)
    }

    fn __repr__(&self) -> String {
        format!("<picture of {} x {} pixels>", self.image.width, self.image.height)
    }
}
