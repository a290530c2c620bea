// Redoc shows one operation or family at a time, under a fragment of its own. This leads `#requirement-<id>` there.
(() => {
  const prefix = '#requirement-';

  // What a reader does to move the page.
  const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
  let rest = () => {};

  function show() {
    const id = decodeURIComponent(location.hash.split('#').at(-1));
    if (!id.startsWith(prefix.slice(1))) return;
    rest();
    const aim = () => {
      const found = document.getElementById(id);
      if (!found) return;
      for (let fold = found.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
      for (const other of document.querySelectorAll('.requirement.aimed'))
        if (other !== found) other.classList.remove('aimed');
      found.classList.add('aimed');
      found.scrollIntoView();
    };
    // Redoc changes the layout, and scrolls itself, for a time that depends on the machine: the place is kept until the
    // reader moves the page or nothing has changed for three seconds.
    let settled = setTimeout(() => rest(), 10000);
    const watcher = new MutationObserver(() => {
      clearTimeout(settled);
      settled = setTimeout(() => rest(), 3000);
      aim();
    });
    rest = () => {
      clearTimeout(settled);
      watcher.disconnect();
      removeEventListener('scroll', aim);
    };
    watcher.observe(document.documentElement, { childList: true, subtree: true });
    addEventListener('scroll', aim);
    for (const move of moves) addEventListener(move, rest, { once: true, passive: true });
    aim();
  }

  function lead(event) {
    if (!location.hash.startsWith(prefix)) return show();
    const route = window.requirementRoutes[decodeURIComponent(location.hash.slice(prefix.length))];
    if (!route) return;
    // Before Redoc's own listeners: it would take the fragment for a page that it does not have.
    event?.stopImmediatePropagation();
    location.replace(`#${route}${location.hash}`);
    show();
  }

  addEventListener('popstate', lead);
  addEventListener('hashchange', lead);
  lead();
})();
