// Redoc shows one operation or family at a time, under a fragment of its own. This leads `#requirement-<id>` there.
(() => {
  const prefix = '#requirement-';

  function show() {
    const id = decodeURIComponent(location.hash.split('#').at(-1));
    if (!id.startsWith(prefix.slice(1))) return;
    let settled;
    const find = () => {
      const found = document.getElementById(id);
      if (!found) return;
      for (let fold = found.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
      for (const other of document.querySelectorAll('.requirement.aimed'))
        if (other !== found) other.classList.remove('aimed');
      found.classList.add('aimed');
      found.scrollIntoView();
      // Redoc may still change the layout above; keep the position until the page is stable.
      clearTimeout(settled);
      settled = setTimeout(() => watcher.disconnect(), 400);
    };
    const watcher = new MutationObserver(find);
    watcher.observe(document.documentElement, { childList: true, subtree: true });
    setTimeout(() => watcher.disconnect(), 10000);
    find();
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
