//! What caches are told.
//!
//! An answer hangs on the request, the program and the tables, so its tag is the digest of the latter
//! two. A table may be added or replaced at any time, so no answer is to be used again without asking:
//! asking costs little, since an answer that is still good is not worked out again (status 304).

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Something that can be sent, and the digest that tells it from what it was or will be.
pub(crate) struct Tagged {
    pub(crate) content_type: &'static str,
    pub(crate) digest: u64,
    /// `None` if the asker has it.
    pub(crate) body: Option<Bytes>,
}

/// Whether the asker has what has this digest.
pub(crate) fn is_known(headers: &HeaderMap, digest: u64) -> bool {
    let tag = tag(digest);
    let strong = tag.strip_prefix("W/").unwrap_or(&tag);
    let lists = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).map(str::trim).any(|known| known == "*" || known == tag || known == strong)
}

/// Weak: the same answer may be sent compressed or not.
fn tag(digest: u64) -> String {
    format!("W/\"{digest:016x}\"")
}

impl IntoResponse for Tagged {
    fn into_response(self) -> Response {
        let mut response = match self.body {
            Some(body) => {
                let mut response = body.into_response();
                response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
                response
            }
            None => StatusCode::NOT_MODIFIED.into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        if let Ok(tag) = HeaderValue::from_str(&tag(self.digest)) {
            headers.insert(header::ETAG, tag);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_known_however_it_is_listed() {
        let known = |list: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, HeaderValue::from_static(list));
            is_known(&headers, 0xab)
        };
        assert!(known("W/\"00000000000000ab\"") && known("\"x\", \"00000000000000ab\"") && known("*"));
        assert!(!known("\"00000000000000ac\"") && !known("") && !known("00000000000000ab"));
    }
}
