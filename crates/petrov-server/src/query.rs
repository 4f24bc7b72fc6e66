//! The query of a request, read strictly: a parameter that nothing reads is a mistake worth telling.

use crate::problem::Problem;

/// The parameters of a request.
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    /// Splits a query. Every parameter must be one of those that the route reads, and stand there once.
    pub(crate) fn read(raw: Option<&str>, known: &[&str]) -> Result<Query, Problem> {
        let mut read: Vec<(String, String)> = Vec::new();
        for (name, value) in form_urlencoded::parse(raw.unwrap_or_default().as_bytes()) {
            if !known.contains(&&*name) {
                let known = known.join(", ");
                let known = if known.is_empty() { "there are none".to_owned() } else { format!("there are {known}") };
                let detail = format!("`{}`: there is no such parameter here; {known}", shortened(&name));
                return Err(Problem::bad_request("unknown-parameter", detail).with("parameter", shortened(&name)));
            }
            if read.iter().any(|(known, _)| *known == *name) {
                let problem = Problem::bad_request("parameter-twice", format!("`{name}` is given twice"));
                return Err(problem.with("parameter", name.into_owned()));
            }
            read.push((name.into_owned(), value.into_owned()));
        }
        Ok(Query(read))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn required(&self, name: &'static str, expected: &str) -> Result<&str, Problem> {
        self.get(name).ok_or_else(|| {
            Problem::bad_request("parameter-missing", format!("`{name}` is missing: {expected}"))
                .with("parameter", name)
        })
    }

    /// A whole number from 0 to `most`; a blank one counts as not given.
    pub(crate) fn number(&self, name: &'static str, most: u16) -> Result<Option<u16>, Problem> {
        let Some(text) = self.get(name).map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse().ok().filter(|number| digits && *number <= most) {
            Some(number) => Ok(Some(number)),
            None => Err(wrong(name, text, &format!("a whole number from 0 to {most}"))),
        }
    }

    /// `true` or `false`.
    pub(crate) fn flag(&self, name: &'static str, otherwise: bool) -> Result<bool, Problem> {
        match self.get(name) {
            None => Ok(otherwise),
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            Some(text) => Err(wrong(name, text, "true or false")),
        }
    }
}

/// A parameter that is not what it should be.
pub(crate) fn wrong(name: &'static str, text: &str, expected: &str) -> Problem {
    let detail = format!("`{name}` is {expected}, not `{}`", shortened(text));
    Problem::bad_request("bad-parameter", detail).with("parameter", name)
}

/// A text that came from outside, in a length that can be shown.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_and_mistakes_told() {
        let known = ["fen", "plies", "moves"];
        let query = Query::read(Some("fen=W%3AWKa1%3ABKh8&plies=+7&moves=false"), &known).expect("a query");
        assert_eq!(query.get("fen"), Some("W:WKa1:BKh8"));
        assert_eq!(query.number("plies", 10).expect("a number"), Some(7));
        assert!(!query.flag("moves", true).expect("a flag"));
        let code = |raw: &str| {
            let query = Query::read(Some(raw), &known)?;
            query.number("plies", 10)?;
            query.flag("moves", true)
        };
        let codes = ["fem=W", "fen=1&fen=1", "plies=11", "plies=-1", "plies=%2B1", "moves=yes"].map(code);
        let codes = codes.map(|code| code.expect_err("a mistake").code);
        assert_eq!(codes[..2], ["unknown-parameter", "parameter-twice"]);
        assert_eq!(codes[2..], ["bad-parameter"; 4]);
        assert!(code("").expect("nothing asked"));
        assert!(Query::read(Some("%FF%00&&==;"), &[]).is_err());
    }
}
