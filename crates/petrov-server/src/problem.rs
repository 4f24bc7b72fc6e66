//! Why a request has no answer, as JSON (RFC 9457).

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use draughts::ClockError;
use petrov::ProbeError;
use petrov_table::{MAX_TABLE_PIECES, TableError};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Seconds after which a client may try again when the service is full.
const RETRY_SECONDS: u32 = 1;

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    /// One word for programs.
    pub(crate) code: &'static str,
    /// A sentence for people.
    pub(crate) detail: String,
    /// What programs want to know besides.
    pub(crate) members: Map<String, Value>,
    /// What the keeper of the server should be told.
    pub(crate) fault: Option<String>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Problem {
        Problem { status, code, detail: detail.into(), members: Map::new(), fault: None }
    }

    pub(crate) fn bad_request(code: &'static str, detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, code, detail)
    }

    /// Every place for work is taken.
    pub(crate) fn overload() -> Problem {
        let detail = "too many requests are waiting; try again in a moment";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "overload", detail)
    }

    /// It took longer than the service allows.
    pub(crate) fn too_slow() -> Problem {
        let detail = "the answer takes longer than this service allows";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too-slow", detail)
    }

    /// A fault of the program.
    pub(crate) fn internal(what: &str) -> Problem {
        let problem = Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the service failed at this request");
        Problem { fault: Some(what.to_owned()), ..problem }
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Problem {
        self.members.insert(name.to_owned(), value.into());
        self
    }

    /// What the prober says, with the command that makes a missing table.
    pub(crate) fn of_probe(error: &ProbeError, build_arguments: &str) -> Problem {
        match error {
            ProbeError::MissingTable { class, extension, rules } => {
                Problem::missing(&class.to_string(), &format!("{class}.{extension}"), rules, build_arguments)
            }
            ProbeError::Table(error) => Problem::of_table(error),
            ProbeError::Clock(error) => Problem::of_clock(error),
            ProbeError::TooManyPieces { pieces } => {
                let problem = Problem::new(StatusCode::NOT_FOUND, "too-many-pieces", error.to_string());
                problem.with("pieces", *pieces).with("limit", MAX_TABLE_PIECES)
            }
            // A folder of tables that is something else by now.
            error => Problem {
                fault: Some(error.to_string()),
                ..Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "tables", "the tables cannot be opened")
            },
        }
    }

    /// A table that is not there.
    pub(crate) fn missing(class: &str, file: &str, rules: &str, build_arguments: &str) -> Problem {
        let command = format!("petrov gen {class}{build_arguments}");
        let detail = format!("{file} ({rules}) is not on this server: `{command}` makes it there");
        let problem = Problem::new(StatusCode::NOT_FOUND, "missing-table", detail);
        problem.with("class", class).with("file", file).with("rules", rules).with("command", command)
    }

    /// A table that cannot be read. The answer names the file without its folder, the fault with it.
    pub(crate) fn of_table(error: &TableError) -> Problem {
        let told = error.to_string();
        let path = match error {
            TableError::Io { path, .. } => path.display().to_string(),
            TableError::NotATable { file }
            | TableError::Version { file, .. }
            | TableError::WrongRules { file, .. }
            | TableError::WrongTable { file, .. }
            | TableError::Damaged { file, .. } => file.clone(),
            TableError::NoSuchTable(_) => return Problem::bad_request("no-such-table", told),
            _ => return Problem::internal(&told),
        };
        let file = Path::new(&path).file_name().map_or_else(|| path.clone(), |name| name.to_string_lossy().into());
        let code = if error.is_damage() { "damaged-table" } else { "unusable-table" };
        let problem = Problem::new(StatusCode::INTERNAL_SERVER_ERROR, code, told.replace(&path, &file));
        Problem { fault: Some(told), ..problem.with("file", file) }
    }

    fn of_clock(error: &ClockError) -> Problem {
        let problem = |code| Problem::bad_request(code, error.to_string());
        match *error {
            ClockError::KingAheadOfMaterial { king, material } => {
                problem("king-clock-ahead").with("plies", king).with("material", material)
            }
            ClockError::RoadAheadOfMaterial { road, material } => {
                problem("road-clock-ahead").with("plies", road).with("material", material)
            }
            ClockError::PastLimit { clock, plies, limit } => {
                problem("clock-past-limit").with("clock", clock).with("plies", plies).with("limit", limit)
            }
            ClockError::NoRoad(plies) => problem("no-road-clock").with("plies", plies),
            _ => problem("bad-clock"),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let title = self.status.canonical_reason().unwrap_or("Error");
        let mut body = json!({
            "type": "about:blank",
            "title": title,
            "status": self.status.as_u16(),
            "detail": self.detail,
            "code": self.code,
        });
        if let Some(fields) = body.as_object_mut() {
            fields.extend(self.members);
        }
        let mut response = (self.status, Body::from(body.to_string())).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(RETRY_SECONDS));
        }
        response
    }
}
