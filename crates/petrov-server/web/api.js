// What the service is asked. All that a page knows of the game comes from here.

export class Problem extends Error {
  constructor(body) {
    super(body.detail);
    Object.assign(this, body);
  }
}

const RETRIES = 3;

// Asks for a path with parameters; those that are null or empty are left out.
export async function ask(path, parameters = {}, signal = undefined) {
  const url = `api/v1/${path}${query(parameters)}`;
  for (let tries = 0; ; tries += 1) {
    let response;
    try {
      response = await fetch(url, { signal, headers: { accept: "application/json" } });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Problem({ code: "offline", detail: String(error), status: 0 });
    }
    const body = await response.json().catch(() => ({ code: "internal", detail: response.statusText, status: response.status }));
    // What took too long would take as long again.
    if (response.status === 503 && body.code !== "too-slow" && tries < RETRIES) {
      const seconds = Number(response.headers.get("retry-after")) || 1;
      await new Promise((done) => setTimeout(done, 1000 * seconds));
      continue;
    }
    if (!response.ok) throw new Problem(body);
    return body;
  }
}

// A query that is still pleasant to read: FENs keep their colons and commas.
export function query(parameters) {
  const parts = Object.entries(parameters)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%2C", ",")}`);
  return parts.length ? `?${parts.join("&")}` : "";
}
