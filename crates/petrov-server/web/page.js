// What all pages have: the head with its links, the language, the foot.

import { language, languages, rulesName, setLanguage, t } from "./text.js";
import { query } from "./api.js";

// Makes an element: attributes, listeners as `onclick`, children.
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function byId(id) {
  return document.getElementById(id);
}

// What the address asks for.
export function asked(name) {
  return new URLSearchParams(location.search).get(name);
}

// Fills the texts of a page, now and whenever the language changes; then calls `render`.
export function page(current, render) {
  const head = byId("head");
  const foot = byId("foot");
  const apply = () => {
    document.documentElement.lang = language();
    document.title = t("title");
    head.replaceChildren(...headOf(current, apply));
    foot.replaceChildren(make("p", {}, t("about")), make("p", {}, make("a", { href: "api/v1/openapi.json" }, t("api"))));
    for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
    for (const element of document.querySelectorAll("[data-title]")) {
      element.title = t(element.dataset.title);
      if (!element.textContent.trim()) element.setAttribute("aria-label", element.title);
    }
    for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
    render();
  };
  apply();
}

// Makes the links of the head lead to the rule set that the address now asks for.
export function relink() {
  for (const link of document.querySelectorAll("#head nav a")) link.setAttribute("href", link.dataset.page + query({ rules: asked("rules") }));
}

function headOf(current, apply) {
  const rules = asked("rules");
  const link = (name, href) => make("a", { href: href + query({ rules }), "data-page": href, "aria-current": current === name ? "page" : null }, t(name));
  const select = make("select", { id: "language", "aria-label": t("language"), onchange: (event) => {
    setLanguage(event.target.value);
    apply();
    byId("language").focus();
  } });
  for (const [name, own] of languages) select.append(make("option", { value: name, lang: name, selected: name === language() }, own));
  return [
    make("a", { class: "brand", href: "./", "aria-label": "Petrov" }, make("img", { src: "assets/icon.svg", alt: "", width: 28, height: 28 }), make("span", {}, "Petrov")),
    make("nav", { "aria-label": "Petrov" }, link("board", "./"), link("tables", "tables")),
    select,
  ];
}

// Fills a choice of rule sets.
export function fillRules(select, names, chosen) {
  select.replaceChildren(...names.map((name) => make("option", { value: name, selected: name === chosen }, rulesName(name))));
}

// What is wrong, in words of the page's language where there are some.
export function problemText(problem) {
  if (problem.code === "bad-fen") {
    const words = t(`fenWrong.${problem.reason}`, problem);
    if (words) return words;
  }
  switch (problem.code) {
    case "unknown-rules-asked":
      return t("unknownRules", problem.rules);
    case "missing-table":
      return t("missing", problem.class);
    case "too-many-pieces":
      return t("tooMany", problem.pieces, problem.limit);
    case "damaged-table":
    case "unusable-table":
      return t("damaged", problem.file);
    case "overload":
    case "too-slow":
      return t("overload");
    case "offline":
      return t("offline");
    case "king-clock-ahead":
      return t("clockAhead", problem.plies, problem.material);
    case "road-clock-ahead":
      return t("roadAhead", problem.plies, problem.material);
    case "no-road-clock":
      return t("noRoad");
    case "clock-past-limit":
      return t(`ended.${problem.clock}-clock`, t("rule", problem.limit));
    default:
      return problem.detail ?? String(problem);
  }
}
