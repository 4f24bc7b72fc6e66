//! The board and the other pages, all part of the program.

use crate::caching::{Tagged, is_known};
use crate::problem::Problem;
use crate::state::State;
use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// What a page may load: only what comes from here.
pub(crate) const POLICY: &str =
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// A file of a page: name, type, content.
type Asset = (&'static str, &'static str, &'static str);

macro_rules! assets {
    ($($name:literal $kind:ident)*) => {
        &[$(($name, $kind, include_str!(concat!("../web/", $name)))),*]
    };
}

static PAGES: &[Asset] = assets!("board.html" HTML "tables.html" HTML "class.html" HTML);

static ASSETS: &[Asset] = assets!(
    "api.js" SCRIPT
    "app.js" SCRIPT
    "bars.js" SCRIPT
    "board.js" SCRIPT
    "class.js" SCRIPT
    "game.js" SCRIPT
    "moves.js" SCRIPT
    "page.js" SCRIPT
    "setup.js" SCRIPT
    "tables.js" SCRIPT
    "text.js" SCRIPT
    "verdict.js" SCRIPT
    "petrov.css" STYLE
    "icon.svg" PICTURE
);

pub(crate) fn router() -> Router<Arc<State>> {
    let page = |name: &'static str| get(async move |headers: HeaderMap| asset(PAGES, name, &headers));
    Router::new()
        .route("/", page("board.html"))
        .route("/tables", page("tables.html"))
        .route("/class", page("class.html"))
        .route(
            "/assets/{name}",
            get(async |name: Result<Path<String>, PathRejection>, headers: HeaderMap| {
                // A name that is no text is none of those there are.
                asset(ASSETS, name.as_ref().map_or("", |Path(name)| name.as_str()), &headers)
            }),
        )
}

fn asset(assets: &[Asset], name: &str, headers: &HeaderMap) -> Result<Tagged, Problem> {
    let found = assets.iter().find(|(known, ..)| *known == name);
    let &(_, content_type, content) =
        found.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "no-such-page", "there is nothing at this address"))?;
    let digest = xxh3_64(content.as_bytes());
    let body = Some(Bytes::from_static(content.as_bytes())).filter(|_| !is_known(headers, digest));
    Ok(Tagged { content_type, digest, body })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's weight is a promise: 150 kB in all, before compression.
    #[test]
    fn the_pages_are_light() {
        let bytes: usize = PAGES.iter().chain(ASSETS).map(|(.., content)| content.len()).sum();
        assert!(bytes <= 150_000, "{bytes}");
    }

    #[test]
    fn no_page_names_another_host() {
        for (name, _, content) in PAGES.iter().chain(ASSETS) {
            let namespaces = content.replace("http://www.w3.org/2000/svg", "");
            for other in ["http://", "https://", "src=\"//", "@import"] {
                assert!(!namespaces.contains(other), "{name} has {other}");
            }
        }
    }
}
