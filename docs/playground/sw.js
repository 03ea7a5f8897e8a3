// Keeps Python's files in the browser, so that they are fetched once and not at every visit: 13 MB.  They lie in a folder
// named by the digest of their bytes (docs/site/playground.py): what is kept never changes, and another name is another Python.

const PYTHON = /\/playground\/(python-[0-9a-f]+)\//;
const KEPT = "numlink-";

addEventListener("install", () => self.skipWaiting());

addEventListener("fetch", (event) => {
  const folder = PYTHON.exec(event.request.url)?.[1];
  if (folder && event.request.method === "GET") event.respondWith(kept(folder, event.request));
});

async function kept(folder, request) {
  const cache = await caches.open(KEPT + folder);
  const found = await cache.match(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    await dropOthers(folder);
    await cache.put(request.url, answer.clone());
  }
  return answer;
}

/** Forget the files of another Python. */
async function dropOthers(folder) {
  const old = (await caches.keys()).filter((name) => name.startsWith(KEPT) && name !== KEPT + folder);
  await Promise.all(old.map((name) => caches.delete(name)));
}
