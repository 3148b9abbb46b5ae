// The browser that is installed: the audit downloads none.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns the program of a browser, by the names that the tests in Rust also know. */
export function browserProgram() {
    const folders = process.env.PATH.split(delimiter);
    const files = ["chromium", "chromium-browser", "google-chrome", "chrome"].flatMap(name => folders.map(folder => join(folder, name)));
    const found = files.find(file => {
        try {
            accessSync(file, constants.X_OK);
            return true;
        } catch {
            return false;
        }
    });
    if (!found) {
        throw new Error("no Chromium is installed");
    }
    return found;
}
