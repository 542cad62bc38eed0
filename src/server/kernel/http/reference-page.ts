import { html, type Html } from "./html.ts";
import type { OpenApi, Operation } from "./openapi.ts";

/** The reference page of the API for developers: the OpenAPI description as plain HTML. */
export function referencePage(description: OpenApi): string {
  const calls = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );
  const page = html`<!doctype html>
    <html lang="en-KE">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API reference · Akiba</title>
        <link rel="stylesheet" href="/reference.css" />
      </head>
      <body>
        <main>
          <h1>API reference</h1>
          <p>The same as data: <a href="/api/openapi.json">openapi.json</a></p>
          <nav aria-label="Calls">
            <ul>
              ${calls.map(
                ({ path, method, operation }) =>
                  html`<li><a href="#${operation.operationId}">${heading(method, path)}</a></li>`,
              )}
            </ul>
          </nav>
          ${calls.map(({ path, method, operation }) => call(method, path, operation))}
        </main>
      </body>
    </html>`;
  return page.text;
}

function call(method: string, path: string, operation: Operation): Html {
  return html`<section id="${operation.operationId}">
    <h2>${heading(method, path)}</h2>
    <p>${operation.summary}. ${String(operation["description"])}</p>
    ${schemaOf("Body", operation["requestBody"])}
    ${Object.entries(operation.responses).map(
      ([status, response]) =>
        html`<h3>${status}</h3>
          <p>${response.description}</p>
          ${status.startsWith("2") ? schemaOf("Answer", response) : html``}`,
    )}
  </section>`;
}

function heading(method: string, path: string): Html {
  return html`<code>${method.toUpperCase()} ${path}</code>`;
}

function schemaOf(label: string, holder: unknown): Html {
  if (holder === undefined) return html``;
  const { content } = holder as { content?: Record<string, { schema: unknown }> };
  const schema = content?.["application/json"]?.schema;
  if (schema === undefined) return html``;
  return html`<details>
    <summary>${label}</summary>
    <pre tabindex="0"><code>${JSON.stringify(schema, null, 2)}</code></pre>
  </details>`;
}
