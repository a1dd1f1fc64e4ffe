//! The product of two matrices in `f32`, by the matrixmultiply crate.

#![expect(unsafe_code, reason = "the crate takes pointers; the sizes are checked here")]

/// Writes all products of a row of `left` with a row of `right`, both of `columns` numbers a row:
/// those of the first row of `left`, then those of the next.
pub(crate) fn multiply(left: &[f32], right: &[f32], columns: usize, products: &mut [f32]) {
    let (height, width) = (left.len() / columns, right.len() / columns);
    assert_eq!(left.len(), height * columns, "whole rows");
    assert_eq!(right.len(), width * columns, "whole rows");
    assert_eq!(products.len(), height * width, "one product a pair of rows");
    // Slices are never longer than isize::MAX bytes.
    let (row, out) = (columns as isize, width as isize);
    // SAFETY: every element that the strides reach lies within its slice by the assertions above,
    // and `products` is borrowed exclusively.
    unsafe {
        matrixmultiply::sgemm(
            height,
            columns,
            width,
            1.0,
            left.as_ptr(),
            row,
            1,
            right.as_ptr(),
            1,
            row,
            0.0,
            products.as_mut_ptr(),
            out,
            1,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_multiplied_with_rows() {
        let (left, right) = ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 0.0, 1.0]);
        let mut products = [f32::NAN; 6];
        multiply(&left, &right, 2, &mut products);
        assert_eq!(products, [17.0, 23.0, 2.0, 39.0, 53.0, 4.0]);
    }
}
