// What Material leaves to be done for keys and screen readers: names for the sections of the navigation and for the buttons beside
// code, and wide tables that can be scrolled by keys.

function nameLandmarks() {
  for (const section of document.querySelectorAll(".md-nav[aria-labelledby]")) {
    const title = section.closest(".md-nav__item")?.querySelector(".md-ellipsis");
    section.setAttribute("aria-label", `Pages: ${title?.textContent.trim()}`);
    section.removeAttribute("aria-labelledby");
  }
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) table.tabIndex = 0;
  document.querySelectorAll(".md-code__nav:not([aria-label])").forEach((buttons) => {
    const number = document.querySelectorAll(".md-code__nav[aria-label]").length + 1;
    buttons.setAttribute("aria-label", `Example ${number}`);
  });
}

// the buttons are added by a script of Material's, at any time
new MutationObserver(nameLandmarks).observe(document.documentElement, { childList: true, subtree: true });
nameLandmarks();
