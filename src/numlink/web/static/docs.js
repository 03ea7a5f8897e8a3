// The API as a page: every operation of openapi.json with its parameters, body and an example call.

const holder = document.getElementById("operations");

try {
  const api = await (await fetch("api/openapi.json")).json();
  holder.replaceChildren(...Object.entries(api.paths).flatMap(([path, methods]) => {
    return Object.entries(methods).map(([method, operation]) => article(api, path, method, operation));
  }));
} catch {
  holder.textContent = "The description cannot be read. Is the server running?";
}

export {}; // a module: it awaits at the top

function article(api, path, method, operation) {
  const parameters = (operation.parameters ?? []).map((parameter) => {
    const { name, schema } = parameter;
    return make("li", {}, make("code", {}, name), ` ${words(schema)}${parameter.required ? ", required" : ""}`);
  });
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  return make(
    "article",
    {},
    make("h2", {}, make("code", {}, `${method.toUpperCase()} ${path}`), operation.summary ?? ""),
    make("p", {}, operation.description ?? ""),
    ...(parameters.length ? [make("ul", {}, ...parameters)] : []),
    ...(body ? [make("pre", {}, JSON.stringify(shape(api, body), null, 2))] : []),
  );
}

/** A schema as an object that looks like an example, with types in place of values. */
function shape(api, schema) {
  if (schema.$ref) return shape(api, schema.$ref.slice(2).split("/").reduce((found, key) => found[key], api));
  if (schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([key, inner]) => [key, shape(api, inner)]));
  }
  if (schema.type === "array") return [shape(api, schema.items ?? {})];
  return words(schema);
}

function words(schema) {
  if (schema.enum) return schema.enum.join(" | ");
  if (schema.anyOf) return schema.anyOf.map(words).join(" or ");
  const range = schema.minimum !== undefined ? ` ${schema.minimum} to ${schema.maximum ?? schema.exclusiveMaximum ?? "…"}` : "";
  return `${schema.format ?? schema.type ?? "any"}${range}${schema.default !== undefined ? `, default ${schema.default}` : ""}`;
}

function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
