//! The OpenAPI document of `petrov serve` against what the service really does.

#[path = "support/command.rs"]
mod command;
#[path = "support/server.rs"]
mod server;

use serde_json::{Value, json};
use server::{Response, Server};
use std::collections::BTreeSet;

const ROUTES: &str = include_str!("../crates/petrov-server/src/routes/mod.rs");

/// A question for each route, with every parameter that it has.
const QUESTIONS: [&str; 8] = [
    "/api/v1/probe?fen=W:WK29,K25,K22:BK30&rules=russian&king_clock=2&material_clock=4&road_clock=0&numbering=b8&moves=true&distances=true",
    "/api/v1/line?fen=W:WKa1,Kb2,Kc3:BKc1&rules=russian&king_clock=2&material_clock=4&road_clock=0&numbering=b8&plies=9",
    "/api/v1/moves?fen=W:WKa1,Kb2,Kc3:BKc1&rules=russian&king_clock=2&material_clock=4&road_clock=0&numbering=b8",
    "/api/v1/stats?rules=russian",
    "/api/v1/stats/KvKM?rules=russian",
    "/api/v1/rules",
    "/api/v1/health",
    "/api/v1/openapi.json",
];

/// Questions whose answers have fields that others have not.
const MORE_QUESTIONS: [&str; 9] = [
    "/api/v1/probe?fen=W:WKa1:BKh8&moves=false",
    "/api/v1/probe?fen=W:Wa3:Bb4,c5",
    "/api/v1/probe?fen=W:WKa1,Kb2:Bh4",
    "/api/v1/probe?fen=W:WKa1,Kb2,Kc3:BKc1:H12:M12",
    "/api/v1/line?fen=W:WKa1,Kb2,Kc3:BKc1",
    "/api/v1/line?fen=W:WKa1:BKh8",
    "/api/v1/moves?fen=W:Wc1,e1:Bf4,d6,h8&rules=brazilian",
    "/api/v1/moves?fen=W:WKc1,Ke1,Kg1:BKa1:R9:M9&rules=russian-main-road",
    "/api/v1/stats?rules=english",
];

struct Document(Value);

impl Document {
    /// The template of the path that a question goes to, as the document has it.
    fn path_of(&self, question: &str) -> String {
        let path = question.split('?').next().expect("a path");
        let paths = self.0["paths"].as_object().expect("paths");
        if paths.contains_key(path) {
            path.to_owned()
        } else {
            path.rsplit_once('/').expect("a path").0.to_owned() + "/{class}"
        }
    }

    /// What the document says of an answer with a status.
    fn answer(&self, path: &str, status: u16) -> &Value {
        let answer = &self.0["paths"][path]["get"]["responses"][status.to_string()];
        match answer["$ref"].as_str() {
            Some(place) => self.0.pointer(place.trim_start_matches('#')).expect("what is referred to"),
            None => answer,
        }
    }

    /// Checks an answer against the schema of its route and status.
    fn check(&self, question: &str, response: &Response) {
        let answer = self.answer(&self.path_of(question), response.status);
        let content_type = &response.headers["content-type"];
        let schema = &answer["content"][content_type]["schema"];
        assert!(schema.is_object(), "{question}: status {} with {content_type} is not documented", response.status);
        let mut schema = schema.clone();
        schema["components"] = self.0["components"].clone();
        schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let body = response.json();
        let errors: Vec<String> =
            validator.iter_errors(&body).map(|e| format!("{} at {}", e, e.instance_path())).collect();
        assert!(errors.is_empty(), "{question}: {errors:?} in {body}");
    }

    /// The names of the parameters of a route that stand in a query.
    fn parameters(&self, path: &str) -> BTreeSet<String> {
        let listed = self.0["paths"][path]["get"]["parameters"].as_array().expect("parameters").iter();
        let followed = listed.map(|parameter| match parameter["$ref"].as_str() {
            Some(place) => self.0.pointer(place.trim_start_matches('#')).expect("what is referred to"),
            None => parameter,
        });
        let in_query = followed.filter(|parameter| parameter["in"] == "query");
        in_query.map(|parameter| parameter["name"].as_str().expect("a name").to_owned()).collect()
    }
}

fn started() -> (tempfile::TempDir, Server, Document) {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), &[]);
    let document = Document(server.json("/api/v1/openapi.json"));
    (folder, server, document)
}

#[test]
fn the_document_lists_the_routes_and_they_answer_as_it_says() {
    let (_folder, server, document) = started();
    let documented: BTreeSet<String> = document.0["paths"].as_object().expect("paths").keys().cloned().collect();
    let routes = ROUTES.split(".route(\"").skip(1).map(|rest| rest.split('"').next().expect("a path"));
    assert_eq!(documented, routes.map(|route| format!("/api/v1{route}")).collect());
    assert_eq!(documented, QUESTIONS.iter().map(|question| document.path_of(question)).collect());
    for question in QUESTIONS.iter().chain(&MORE_QUESTIONS) {
        let response = server.get(question);
        assert_eq!(response.status, 200, "{question}: {}", response.text());
        document.check(question, &response);
    }
}

#[test]
fn the_document_lists_the_parameters_and_no_others_are_taken() {
    let (_folder, server, document) = started();
    for question in QUESTIONS {
        let path = document.path_of(question);
        let asked = question.split_once('?').map_or("", |(_, query)| query);
        let asked = asked
            .split('&')
            .filter(|part| !part.is_empty())
            .map(|part| part.split('=').next().expect("a name").to_owned());
        assert_eq!(document.parameters(&path), asked.collect(), "{path}");
        let joint = if question.contains('?') { '&' } else { '?' };
        let problem = server.problem(&format!("{question}{joint}undocumented=1"), 400);
        assert_eq!(problem["code"], "unknown-parameter", "{path}");
    }
}

#[test]
fn problems_are_as_documented() {
    let (_folder, server, document) = started();
    let questions = [
        ("/api/v1/probe", 400),
        ("/api/v1/probe?fen=W:Wa8:B", 400),
        ("/api/v1/probe?fen=W:WKa1:BKh8:H99:M99", 400),
        ("/api/v1/probe?fen=W:WKa1:BKh8:H9:M2", 400),
        ("/api/v1/probe?fen=W:WKa1:BKh8:R1:M2", 400),
        ("/api/v1/probe?fen=W:WKa1,Kc1,Ke1:BKh8,Kf8", 404),
        ("/api/v1/line?fen=W:WKa1:BKh8&rules=english", 404),
        ("/api/v1/line?fen=W:WKa1:BKh8&plies=2001", 400),
        ("/api/v1/moves?fen=W:WKa1:BKh8&rules=none", 400),
        ("/api/v1/stats?x=1", 400),
        ("/api/v1/stats/KKKvKKK", 404),
        ("/api/v1/stats/K", 400),
        ("/api/v1/rules?x=1", 400),
        ("/api/v1/health?x=1", 400),
    ];
    let mut codes = BTreeSet::new();
    for (question, status) in questions {
        let response = server.get(question);
        assert_eq!(response.status, status, "{question}: {}", response.text());
        document.check(question, &response);
        codes.insert(response.json()["code"].as_str().expect("a code").to_owned());
    }
    assert!(codes.len() >= 9, "{codes:?}");
}

#[test]
fn every_schema_has_an_answer() {
    let (_folder, _server, document) = started();
    let text = document.0.to_string();
    for part in ["schemas", "parameters", "responses"] {
        for name in document.0["components"][part].as_object().expect("components").keys() {
            assert!(text.contains(&format!("#/components/{part}/{name}\"")), "{name} is not used");
        }
    }
}
