import "node:module";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig } from "rolldown";
const threads = ["kernel/documents/drawing-worker", "imports/engine/reading-worker"];
const programs = [
	"main",
	"cli",
	...["portal", "kernel/platform/config"],
	...threads
].filter((name) => existsSync(`src/server/${name}.ts`));
/** The commit, marked if the sources were changed since; a build without Git is told it. */
function commit() {
	const given = process.env["AKIBA_COMMIT"] ?? "";
	if (given !== "") return given;
	const { status, stdout } = spawnSync("git", [
		"describe",
		"--always",
		"--dirty",
		"--abbrev=12",
		"--exclude=*"
	], { encoding: "utf8" });
	return status === 0 ? stdout.trim() : "";
}
var rolldown_config_default = defineConfig({
	input: Object.fromEntries(programs.map((name) => [basename(name), `src/server/${name}.ts`])),
	platform: "node",
	external: /^(?!#)[^./]/,
	transform: { define: { AKIBA_BUILT_FROM: JSON.stringify(commit()) } },
	output: {
		dir: "dist/server",
		format: "esm",
		sourcemap: true,
		cleanDir: true
	}
});
export { rolldown_config_default as default };

//# sourceMappingURL=data:application/json;charset=utf-8;base64,eyJ2ZXJzaW9uIjozLCJmaWxlIjoicm9sbGRvd24uY29uZmlnLjEuNTc0YmZiYmY1MWJiZTc3ZS5qcyIsIm5hbWVzIjpbXSwic291cmNlcyI6WyJyb2xsZG93bi5jb25maWcudHMiXSwic291cmNlc0NvbnRlbnQiOlsiaW1wb3J0IHsgc3Bhd25TeW5jIH0gZnJvbSBcIm5vZGU6Y2hpbGRfcHJvY2Vzc1wiO1xuaW1wb3J0IHsgZXhpc3RzU3luYyB9IGZyb20gXCJub2RlOmZzXCI7XG5pbXBvcnQgeyBiYXNlbmFtZSB9IGZyb20gXCJub2RlOnBhdGhcIjtcbmltcG9ydCB7IGRlZmluZUNvbmZpZyB9IGZyb20gXCJyb2xsZG93blwiO1xuXG5jb25zdCB0aHJlYWRzID0gW1wia2VybmVsL2RvY3VtZW50cy9kcmF3aW5nLXdvcmtlclwiLCBcImltcG9ydHMvZW5naW5lL3JlYWRpbmctd29ya2VyXCJdO1xuLyoqIFRoZSBwYXJ0cyB0aGF0IHRoZSBqb3VybmV5cyBsb2FkIHRvIHJ1biBzZXZlcmFsIHBvcnRhbHMgaW4gb25lIHByb2Nlc3MuICovXG5jb25zdCBwYXJ0cyA9IFtcInBvcnRhbFwiLCBcImtlcm5lbC9wbGF0Zm9ybS9jb25maWdcIl07XG5jb25zdCBwcm9ncmFtcyA9IFtcIm1haW5cIiwgXCJjbGlcIiwgLi4ucGFydHMsIC4uLnRocmVhZHNdLmZpbHRlcigobmFtZSkgPT5cbiAgZXhpc3RzU3luYyhgc3JjL3NlcnZlci8ke25hbWV9LnRzYCksXG4pO1xuXG4vKiogVGhlIGNvbW1pdCwgbWFya2VkIGlmIHRoZSBzb3VyY2VzIHdlcmUgY2hhbmdlZCBzaW5jZTsgYSBidWlsZCB3aXRob3V0IEdpdCBpcyB0b2xkIGl0LiAqL1xuZnVuY3Rpb24gY29tbWl0KCk6IHN0cmluZyB7XG4gIGNvbnN0IGdpdmVuID0gcHJvY2Vzcy5lbnZbXCJBS0lCQV9DT01NSVRcIl0gPz8gXCJcIjtcbiAgaWYgKGdpdmVuICE9PSBcIlwiKSByZXR1cm4gZ2l2ZW47XG4gIGNvbnN0IGRlc2NyaWJlID0gW1wiZGVzY3JpYmVcIiwgXCItLWFsd2F5c1wiLCBcIi0tZGlydHlcIiwgXCItLWFiYnJldj0xMlwiLCBcIi0tZXhjbHVkZT0qXCJdO1xuICBjb25zdCB7IHN0YXR1cywgc3Rkb3V0IH0gPSBzcGF3blN5bmMoXCJnaXRcIiwgZGVzY3JpYmUsIHsgZW5jb2Rpbmc6IFwidXRmOFwiIH0pO1xuICByZXR1cm4gc3RhdHVzID09PSAwID8gc3Rkb3V0LnRyaW0oKSA6IFwiXCI7XG59XG5cbmV4cG9ydCBkZWZhdWx0IGRlZmluZUNvbmZpZyh7XG4gIGlucHV0OiBPYmplY3QuZnJvbUVudHJpZXMocHJvZ3JhbXMubWFwKChuYW1lKSA9PiBbYmFzZW5hbWUobmFtZSksIGBzcmMvc2VydmVyLyR7bmFtZX0udHNgXSkpLFxuICBwbGF0Zm9ybTogXCJub2RlXCIsXG4gIC8vIFBhY2thZ2VzIHN0YXkgd2hlcmUgbnBtIHB1dCB0aGVtOiBzb21lIGhvbGQgbmF0aXZlIGNvZGUsIGFuZCBhIHBhY2thZ2UncyBvd25cbiAgLy8gZmlsZXMgYXJlIGVhc2llciB0byByZWFkIGluIGEgc3RhY2sgdGhhbiBhIGJ1bmRsZSdzLlxuICBleHRlcm5hbDogL14oPyEjKVteLi9dLyxcbiAgdHJhbnNmb3JtOiB7IGRlZmluZTogeyBBS0lCQV9CVUlMVF9GUk9NOiBKU09OLnN0cmluZ2lmeShjb21taXQoKSkgfSB9LFxuICBvdXRwdXQ6IHsgZGlyOiBcImRpc3Qvc2VydmVyXCIsIGZvcm1hdDogXCJlc21cIiwgc291cmNlbWFwOiB0cnVlLCBjbGVhbkRpcjogdHJ1ZSB9LFxufSk7XG4iXSwibWFwcGluZ3MiOiI7Ozs7O0FBS0EsTUFBTSxVQUFVLENBQUMsbUNBQW1DLCtCQUErQjtBQUduRixNQUFNLFdBQVc7Q0FBQztDQUFRO0NBQU8sR0FBRyxDQURyQixVQUFVLHdCQUNXO0NBQU8sR0FBRztBQUFPLENBQUMsQ0FBQyxRQUFRLFNBQzdELFdBQVcsY0FBYyxLQUFLLElBQUksQ0FDcEM7O0FBR0EsU0FBUyxTQUFpQjtDQUN4QixNQUFNLFFBQVEsUUFBUSxJQUFJLG1CQUFtQjtDQUM3QyxJQUFJLFVBQVUsSUFBSSxPQUFPO0NBRXpCLE1BQU0sRUFBRSxRQUFRLFdBQVcsVUFBVSxPQUFPO0VBRDFCO0VBQVk7RUFBWTtFQUFXO0VBQWU7Q0FDeEIsR0FBVSxFQUFFLFVBQVUsT0FBTyxDQUFDO0NBQzFFLE9BQU8sV0FBVyxJQUFJLE9BQU8sS0FBSyxJQUFJO0FBQ3hDO0FBRUEsSUFBQSwwQkFBZSxhQUFhO0NBQzFCLE9BQU8sT0FBTyxZQUFZLFNBQVMsS0FBSyxTQUFTLENBQUMsU0FBUyxJQUFJLEdBQUcsY0FBYyxLQUFLLElBQUksQ0FBQyxDQUFDO0NBQzNGLFVBQVU7Q0FHVixVQUFVO0NBQ1YsV0FBVyxFQUFFLFFBQVEsRUFBRSxrQkFBa0IsS0FBSyxVQUFVLE9BQU8sQ0FBQyxFQUFFLEVBQUU7Q0FDcEUsUUFBUTtFQUFFLEtBQUs7RUFBZSxRQUFRO0VBQU8sV0FBVztFQUFNLFVBQVU7Q0FBSztBQUMvRSxDQUFDIn0=