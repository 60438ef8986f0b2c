// What is cut on the page that is shown: texts outside of the window, or behind an edge that hides them.
() => {
  const SLACK = 1.5;
  const width = document.documentElement.clientWidth;
  const found = [];
  const told = (node) => `${node.tagName.toLowerCase()}${node.id ? "#" + node.id : ""}${typeof node.className === "string" && node.className ? "." + node.className.trim().split(/\s+/).join(".") : ""}`;
  if (document.documentElement.scrollWidth > width) found.push(`the page is ${document.documentElement.scrollWidth - width} px too wide`);
  const forReaders = (node) => node && (getComputedStyle(node).clipPath === "inset(50%)" || forReaders(node.parentElement));
  const clipped = (box, node, words) => {
    for (let outer = node; outer && outer !== document.documentElement; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      if (style.display === "contents" || style.display === "inline") continue; // no box
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const edge = outer.getBoundingClientRect();
      // What scrolls downwards is not cut there; what scrolls sideways is: nobody scrolls sideways.
      if (box.left < edge.left - SLACK || box.right > edge.right + SLACK) found.push(`"${words}" is cut by ${told(outer)} sideways`);
      if (style.overflowY !== "auto" && style.overflowY !== "scroll" && (box.top < edge.top - SLACK - 2 || box.bottom > edge.bottom + SLACK + 2)) found.push(`"${words}" is cut by ${told(outer)} above or below`);
      if (style.overflowY === "auto" || style.overflowY === "scroll") return;
    }
  };
  const boxesIn = new Map();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const words = text.textContent.trim(), node = text.parentElement;
    if (!words || node.closest("script, style, option, datalist, .skip, svg")) continue;
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (forReaders(node)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      const short = words.slice(0, 40);
      if (box.left < -SLACK || box.right > width + SLACK) found.push(`"${short}" is outside of the window`);
      clipped(box, node, short);
      const button = node.closest("button, a");
      if (button) boxesIn.set(button, [...(boxesIn.get(button) ?? []), [text, box, short]]);
    }
  }
  // Inside of a button nothing lies on something else.
  for (const [button, boxes] of boxesIn) {
    for (const [one, a, words] of boxes) for (const [other, b, more] of boxes) {
      if (one === other || words > more) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > SLACK && down > 3) found.push(`"${words}" and "${more}" lie on each other in ${told(button)}`);
    }
  }
  for (const input of document.querySelectorAll("input[type=text], input:not([type]), textarea")) {
    if (input.checkVisibility() && input.scrollWidth > input.clientWidth + 1 && !input.classList.contains("path")) found.push(`what stands in ${told(input)} is cut`);
  }
  return [...new Set(found)];
}
