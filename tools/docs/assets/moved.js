// Leads addresses of earlier versions of these pages to the places of today.
(() => {
  const page =
    location.pathname
      .split('/')
      .at(-1)
      .replace(/\.html$/, '') || 'index';
  const hash = decodeURIComponent(location.hash.slice(1));
  const tags = { createCase: 'cases', getCase: 'cases', uploadArtifact: 'evidence', caseDecided: 'events' };
  const families = /^\/(authentication|tenancy|problems|http|idempotency|case-lifecycle|sandbox|limits)\b/;

  function placeOf() {
    const [, family, name] = /(?:^|#)(?:requirement-)?((?!freedom-)[a-z][a-z-]*)\.([a-z0-9-]+)$/.exec(hash) ?? [];
    if (family && family !== page) return `${family}.html#${family}.${name}`;
    const operation = /(?:^|\/)operation\/(\w+)/.exec(hash)?.[1];
    if (operation in tags) return `reference.html#/${tags[operation]}/${operation.toLowerCase()}`;
    const tag = /^tag\/(\w+)/.exec(hash)?.[1];
    if (tag) return `reference.html#/${tag.toLowerCase()}`;
    const list = families.exec(hash)?.[1];
    if (list) return `${list}.html`;
    return page === 'index' && hash.startsWith('/') ? `reference.html#${hash}` : undefined;
  }

  const place = placeOf();
  if (place) location.replace(place);
})();
