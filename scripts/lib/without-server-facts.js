/** Leaves out of the page what only the server and the description of the API read of a call. */
export function withoutServerFacts() {
  return {
    name: "akiba:without-server-facts",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("/src/shared/contract/")) return null;
      return (
        code
          .replace(/^ {2,4}name: (?:"[\w-]+\.\w+"|`[^`]*`),$/gm, "")
          .replace(/\bsummary:\s*"(?:[^"\\]|\\.)*",/g, "")
          // A parameter of that name, which has a type, stays in its place.
          .replace(/^ {4}summary,$/gm, "")
          .replace(/\bproblems:\s*\[[^[\]()]*\],/g, "")
          .replace(/\baudience:\s*\{\s*kind: "(?!anyone)[^{}]*\},/g, "")
          .replace(/^ {2,4}(reads|readsFrom|limit|subject): "[a-z-]+",$/gm, "")
          .replace(/^ {2,4}status: 201,$/gm, "")
      );
    },
  };
}
