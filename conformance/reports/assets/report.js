// Filters, opens what a link points at, unfolds for printing, copies commands. Without it everything is shown.
(() => {
  const cards = [...document.querySelectorAll('.card')];
  const families = [...document.querySelectorAll('.family')];
  const buttons = [...document.querySelectorAll('[data-filter]')];
  const search = document.getElementById('search');
  const unfold = document.getElementById('unfold');
  const texts = new Map(
    cards.map((card) => [card, card.querySelector('summary').textContent.toLowerCase().replaceAll(/\s+/g, ' ')]),
  );
  const isPressed = (button) => button.getAttribute('aria-pressed') === 'true';
  const shownCards = () => cards.filter((card) => !card.hidden);

  function filter() {
    const verdicts = new Set(buttons.filter(isPressed).map((button) => button.dataset.filter));
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const card of cards)
      card.hidden = !(verdicts.has(card.dataset.verdict) && words.every((word) => texts.get(card).includes(word)));
    for (const family of families) family.hidden = !family.querySelector('.card:not([hidden])');
    const shown = shownCards().length;
    document.getElementById('shown').textContent = `${shown} of ${cards.length} requirements shown`;
    nameUnfold();
  }

  const allOpen = () => shownCards().every((card) => card.open);
  const nameUnfold = () => {
    unfold.textContent = allOpen() ? 'Fold all' : 'Unfold all';
  };

  /** What a link points at is shown and open, whatever the filter hides. */
  function follow() {
    const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const card = found?.closest('.card');
    if (card) {
      card.hidden = false;
      card.open = true;
      card.closest('.family').hidden = false;
    } else if (found?.matches('.family')) {
      for (const own of found.querySelectorAll('.card')) own.hidden = false;
      found.hidden = false;
    }
    found?.scrollIntoView();
  }

  for (const button of buttons)
    button.addEventListener('click', () => {
      button.setAttribute('aria-pressed', String(!isPressed(button)));
      filter();
    });
  search.addEventListener('input', filter);
  unfold.addEventListener('click', () => {
    const open = !allOpen();
    for (const card of shownCards()) card.open = open;
    nameUnfold();
  });
  for (const card of cards) card.addEventListener('toggle', nameUnfold);

  let folded = [];
  addEventListener('beforeprint', () => {
    folded = shownCards().filter((card) => !card.open && !card.matches('.pass, .not-applicable'));
    for (const card of folded) card.open = true;
  });
  addEventListener('afterprint', () => {
    for (const card of folded) card.open = false;
  });

  const copy = async (text) => navigator.clipboard.writeText(text);
  for (const command of document.querySelectorAll('pre.command')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      copy(command.textContent).then(
        () => (button.textContent = 'Copied'),
        () => {
          // The browser gives this page no clipboard: the reader's own key copies what is selected.
          getSelection().selectAllChildren(command);
          button.textContent = 'Selected';
        },
      );
    });
    command.before(button);
  }

  document.querySelector('.controls').hidden = false;
  filter();
  addEventListener('hashchange', follow);
  follow();
})();
