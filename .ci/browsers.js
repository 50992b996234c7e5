/* oxlint-disable no-undef, no-underscore-dangle -- a program, and the names of the data */
// What the page may not use unguarded, since a browser that it promises to work in lacks it: by MDN's compatibility data.
//
//   node .ci/browsers.js STATIC PACKAGES TYPES   prints a line for each finding in the styles of STATIC, and writes into the
//                                                folder TYPES by what tsc then checks its scripts; PACKAGES is whence npm ran
//
// In those types each member that a browser lacks is optional and cannot be set, so that a script has to ask for it first.
// Of styles it looks at properties, their values, functions, selectors and rules; what stands in `@supports` is guarded.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";

const [root, page, oldest] = process.argv.slice(2).map((each) => resolve(each));
const needs = createRequire(join(page, "package.json"));
const data = needs("@mdn/browser-compat-data");
const css = needs("css-tree");

const OLDEST = {
  chrome: 110,
  chrome_android: 110,
  webview_android: 110,
  safari: 16.4,
  safari_ios: 16.4,
  firefox: 115,
};
// What is used in styles all the same, and why nothing is lost. One that is not used any more is told.
const HARMLESS = {
  "@page": "looks only: the margins are those of the printer",
  "accent-color": "looks only",
  "break-after: avoid": "looks only, on paper",
  "cursor: default": "a finger has none",
  "cursor: not-allowed": "a finger has none",
  "cursor: pointer": "a finger has none",
  "print-color-adjust": "its older name stands beside it",
  "print-color-adjust: exact": "its older name stands beside it",
  "scrollbar-width": "looks only: the bar of the system is there",
  "scrollbar-width: none": "looks only: the bar of the system is there",
  "scrollbar-width: thin": "looks only: the bar of the system is there",
  "text-decoration: dotted": "looks only: the line is a whole one",
  "user-select": "its older name stands beside it",
};

function lacking(support) {
  return Object.entries(OLDEST)
    .filter(([browser, version]) => ![support[browser] ?? []].flat().some((told) => has(told, version)))
    .map(([browser]) => browser);
}

function has({ version_added: since, version_removed: until, flags, partial_implementation: isPart, prefix }, version) {
  return (
    typeof since === "string" &&
    Number.parseFloat(since.replace("≤", "")) <= version &&
    !until &&
    !flags &&
    !isPart &&
    !prefix
  );
}

const isLacking = (feature) => Boolean(feature?.__compat) && lacking(feature.__compat.support).length > 0;

// ---- scripts

function oldestTypes(library) {
  const interfaces = /^interface (\w+)(?:<.*?>)?(?: extends (.+?))? \{/gm;
  const heirs = new Map();
  for (const [, name, parents = ""] of library.matchAll(interfaces)) {
    for (const parent of parents.split(/,\s*/)) heirs.set(parent, [...(heirs.get(parent) ?? []), name]);
  }
  // The data have what is mixed into several where it is mixed in.
  const faces = (name) => (data.api[name] ? [name] : (heirs.get(name) ?? []).flatMap(faces));
  let at = [];
  let declared = "";
  return library
    .split("\n")
    .map((line) => {
      const begun = /^(?:interface|(declare var)) (\w+)/.exec(line);
      if (begun) {
        at = begun[1] ? [] : faces(begun[2]);
        declared = begun[1] && line.endsWith("{") && isLacking(data.api[begun[2]]) ? begun[2] : "";
      }
      if (declared && line === "};") return "} | undefined;";
      return line.replace(
        /^    (get |set )?(?:readonly )?(\w+)(\??)(\(\): |[(<:])/,
        (whole, access, name, asked, rest) => {
          // Whoever has something of a kind that is lacking has asked for it.
          const found = at.filter((face) => !isLacking(data.api[face])).flatMap((face) => data.api[face][name] ?? []);
          if (asked || !found.length || !found.every(isLacking)) return whole;
          if (access === "set ") return "    // ";
          if (access === "get ") return `    readonly ${name}?: `;
          return rest === ":" ? `    readonly ${name}?:` : `    ${name}?${rest}`;
        },
      );
    })
    .join("\n");
}

function writeTypes() {
  const [platform] = readdirSync(join(page, "node_modules/@typescript"));
  const library = join(page, "node_modules/@typescript", platform, "lib");
  mkdirSync(oldest, { recursive: true });
  for (const name of ["lib.dom.d.ts", "lib.dom.iterable.d.ts"]) {
    writeFileSync(join(oldest, name.replace("lib.", "")), oldestTypes(readFileSync(join(library, name), "utf8")));
  }
  const config = {
    extends: resolve("tsconfig.json"),
    compilerOptions: { lib: ["es2022"], skipLibCheck: true },
    include: [root, resolve(root, "../types"), oldest],
  };
  writeFileSync(join(oldest, "tsconfig.json"), JSON.stringify(config));
}

// ---- styles

const findings = new Map();

function find(name, feature, place) {
  if (isLacking(feature)) findings.set(name, [...(findings.get(name) ?? []), place]);
}

function readStyle(file) {
  const rules = data.css["at-rules"];
  const place = (node) => `${relative(".", file)}:${node.loc.start.line}`;
  let guards = 0;
  css.walk(css.parse(readFileSync(file, "utf8"), { positions: true }), {
    enter(node) {
      guards += node.type === "Atrule" && node.name === "supports";
      if (guards) return;
      if (node.type === "Atrule") find(`@${node.name}`, rules[node.name], place(node));
      if (node.type === "Feature" && node.kind === "media") {
        const name = node.name.replace(/^(min|max)-/, "");
        find(`@media ${name}`, rules.media[name], place(node));
      }
      if (/^Pseudo(Class|Element)Selector$/.test(node.type)) {
        find(`:${node.name}`, data.css.selectors[node.name], place(node));
      }
      if (node.type !== "Declaration") return;
      const property = data.css.properties[node.property];
      find(node.property, property, place(node));
      css.walk(node.value, ({ type, name }) => {
        if (type === "Identifier") find(`${node.property}: ${name}`, property?.[name], place(node));
        if (type === "Function") find(`${name}()`, data.css.types[name] ?? data.css.types.color[name], place(node));
      });
    },
    leave(node) {
      guards -= node.type === "Atrule" && node.name === "supports";
    },
  });
}

writeTypes();
for (const entry of readdirSync(root, { recursive: true })) {
  if (entry.endsWith(".css")) readStyle(join(root, entry));
}
const unguarded = [...findings].filter(([name]) => !HARMLESS[name]);
for (const [name, places] of unguarded) console.error(places.map((place) => `${place}: ${name}`).join("\n"));
const unused = Object.keys(HARMLESS).filter((name) => !findings.has(name));
for (const name of unused) console.error(`.ci/browsers.js: nothing lacks ${name} any more`);
process.exitCode = unguarded.length || unused.length ? 1 : 0;
