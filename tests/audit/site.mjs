// The pages of the built book, and a server for them that compresses, as most hosts do.
import { createServer } from "node:http";
import { readFile, readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const folder = fileURLToPath(new URL("../../target/book", import.meta.url));

const types = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
};

/** Returns the paths of all pages with a text, or of those that start with one of the given words. The others redirect, and rustdoc writes its own. */
export async function wanted(words) {
    const files = await readdir(folder, { recursive: true }).catch(() => []);
    const named = files.filter(file => file.endsWith(".html") && !file.startsWith("api/")).sort();
    const texts = await Promise.all(named.map(file => readFile(join(folder, file), "utf8")));
    const found = named.filter((file, index) => texts[index].includes("id=\"mdbook-content\""));
    if (found.length === 0) {
        throw new Error(`${folder} has no pages; build them with \`cargo book build\``);
    }
    return words.length > 0 ? found.filter(path => words.some(word => path.startsWith(word))) : found;
}

/** Serves the site on a free port, and returns its address and what ends it. */
export async function serve() {
    const packed = new Map();
    const server = createServer(async (request, response) => {
        const path = join(folder, decodeURIComponent(new URL(request.url, "http://host").pathname));
        if (!packed.has(path)) {
            packed.set(path, await readFile(path).then(bytes => gzipSync(bytes), () => undefined));
        }
        const body = packed.get(path);
        response.writeHead(body ? 200 : 404, {
            "Cache-Control": "max-age=600",
            "Content-Encoding": "gzip",
            "Content-Type": types[extname(path)] ?? "application/octet-stream",
        });
        response.end(body ?? gzipSync("not found"));
    });
    await new Promise(done => { server.listen(0, "127.0.0.1", done); });
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
