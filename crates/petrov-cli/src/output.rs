//! Standard output, and numbers as people like to read them.

use crate::failure::Failure;
use serde::Serialize;
use std::fmt;
use std::io::{BufWriter, StdoutLock, Write};
use std::time::Duration;

/// Standard output: all that a command has to say and nothing else goes there.
pub(crate) struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    pub(crate) fn new() -> Output {
        Output(BufWriter::new(std::io::stdout().lock()))
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, line: impl fmt::Display) -> Result<(), Failure> {
        Ok(writeln!(self.0, "{line}")?)
    }

    /// Writes a value as one line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.0, value)?;
        self.line("")
    }

    /// Lets a reader at the other end have what was written.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.0.flush()?)
    }
}

/// A table of columns for people: the first column is text, the others are numbers.
pub(crate) struct Columns(Vec<Vec<String>>);

impl Columns {
    pub(crate) fn new<const N: usize>(head: [&str; N]) -> Columns {
        Columns(vec![head.map(str::to_owned).to_vec()])
    }

    pub(crate) fn row<const N: usize>(&mut self, row: [String; N]) {
        self.0.push(row.to_vec());
    }

    pub(crate) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let width =
            |column: usize| self.0.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        for row in &self.0 {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                line += &if column == 0 { format!("{cell:<width$}") } else { format!("  {cell:>width$}") };
            }
            output.line(line.trim_end())?;
        }
        Ok(())
    }
}

/// A number with a comma after every three digits.
pub(crate) fn thousands(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A large number in three digits or so: `1.24 M`.
pub(crate) fn rounded(number: f64) -> String {
    let (number, unit) = match number {
        n if n >= 1e12 => (n / 1e12, " T"),
        n if n >= 1e9 => (n / 1e9, " G"),
        n if n >= 1e6 => (n / 1e6, " M"),
        n if n >= 1e3 => (n / 1e3, " k"),
        n => (n, ""),
    };
    three_digits(number, unit)
}

/// A number of bytes: `3.4 MiB`.
pub(crate) fn bytes(number: u64) -> String {
    let number = number as f64;
    let (number, unit) = match number {
        n if n >= 1024f64.powi(4) => (n / 1024f64.powi(4), " TiB"),
        n if n >= 1024f64.powi(3) => (n / 1024f64.powi(3), " GiB"),
        n if n >= 1024f64.powi(2) => (n / 1024f64.powi(2), " MiB"),
        n if n >= 1024.0 => (n / 1024.0, " KiB"),
        n => return format!("{n:.0} B"),
    };
    three_digits(number, unit)
}

fn three_digits(number: f64, unit: &str) -> String {
    let decimals = if number >= 100.0 || unit.is_empty() { 0 } else { 1 + usize::from(number < 10.0) };
    format!("{number:.decimals$}{unit}")
}

/// A time as a person would say it: `4.2 s`, `12 min`, `3 h 20 min`.
pub(crate) fn time(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    let minutes = (seconds / 60.0).round() as u64;
    match seconds {
        s if s < 9.95 => format!("{s:.1} s"),
        s if s < 119.5 => format!("{s:.0} s"),
        _ if minutes < 120 => format!("{minutes} min"),
        _ if minutes < 48 * 60 => format!("{} h {} min", minutes / 60, minutes % 60),
        _ => format!("{} days", (minutes as f64 / 1440.0).round()),
    }
}

/// `1 class`, `2 classes`.
pub(crate) fn count_of(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number as u64), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(thousands(0u64), "0");
        assert_eq!(thousands(999u64), "999");
        assert_eq!(thousands(1000u64), "1,000");
        assert_eq!(thousands(34_778_882_769_216u64), "34,778,882,769,216");
        assert_eq!(rounded(999.0), "999");
        assert_eq!(rounded(1_240_000.0), "1.24 M");
        assert_eq!(bytes(17), "17 B");
        assert_eq!(bytes(1536), "1.50 KiB");
        assert_eq!(bytes(200 << 20), "200 MiB");
        assert_eq!(time(Duration::from_millis(4200)), "4.2 s");
        assert_eq!(time(Duration::from_secs(61)), "61 s");
        assert_eq!(time(Duration::from_secs(12_000)), "3 h 20 min");
    }
}
