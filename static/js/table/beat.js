/* A worker that says at a steady pace that it is time for a sign of life; it is told the pace in milliseconds. */

"use strict";

let timer = 0;

addEventListener("message", (event) => {
  clearInterval(timer);
  timer = setInterval(() => postMessage("beat"), event.data);
});
