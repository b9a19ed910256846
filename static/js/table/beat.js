/* A worker that says every ten seconds that it is time for a sign of life. */

"use strict";

setInterval(() => postMessage("beat"), 10_000);
