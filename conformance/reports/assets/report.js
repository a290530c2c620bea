// Filters cards, opens the target of a link, folds groups for reading and printing, copies commands. Without this script,
// everything is visible.
(() => {
  const cards = [...document.querySelectorAll('.card')];
  const groups = [...document.querySelectorAll('.group')];
  const buttons = [...document.querySelectorAll('[data-filter]')];
  const search = document.getElementById('search');
  const unfold = document.getElementById('unfold');
  const allVerdicts = document.getElementById('all-verdicts');
  const texts = new Map(
    cards.map((card) => [card, card.querySelector('summary').textContent.toLowerCase().replaceAll(/\s+/g, ' ')]),
  );
  // So few cards need no folding.
  const few = 10;
  const isPressed = (button) => button.getAttribute('aria-pressed') === 'true';
  const shownCards = () => cards.filter((card) => !card.hidden);
  const shownGroups = () => groups.filter((group) => !group.hidden);

  function filter() {
    const verdicts = new Set(buttons.filter(isPressed).map((button) => button.dataset.filter));
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matching = cards.filter((card) => words.every((word) => texts.get(card).includes(word)));
    for (const card of cards) card.hidden = !(matching.includes(card) && verdicts.has(card.dataset.verdict));
    for (const group of groups) group.hidden = !group.querySelector('.card:not([hidden])');
    const shown = shownCards().length;
    const hidden = matching.length - shown;
    const found = words.length > 0 ? `${shown} found` : `${shown} of ${cards.length} requirements`;
    const rest = words.length > 0 && hidden > 0 ? `, ${hidden} more are hidden by the filters` : '';
    document.getElementById('shown').textContent = found + rest;
    allVerdicts.hidden = rest === '';
    for (const group of groups) group.open = words.length > 0 || shown <= few;
    nameUnfold();
  }

  const allOpen = () => shownGroups().every((group) => group.open);
  const nameUnfold = () => {
    unfold.textContent = allOpen() ? 'Close all cards' : 'Open all cards';
  };

  /** Shows and opens the target of a link, even if the filter hides it. */
  function follow() {
    const name = decodeURIComponent(location.hash.slice(1));
    // Up to 0.2.0, the id of a card had a word before that of its requirement.
    const found = document.getElementById(name.replace(/^requirement-/, ''));
    if (found?.matches('.group')) for (const own of found.querySelectorAll('.card')) own.hidden = false;
    for (let around = found; around; around = around.parentElement) {
      around.hidden = false;
      if (around.matches('details')) around.open = true;
    }
    found?.scrollIntoView();
  }

  for (const button of buttons)
    button.addEventListener('click', () => {
      button.setAttribute('aria-pressed', String(!isPressed(button)));
      filter();
    });
  allVerdicts.addEventListener('click', () => {
    for (const button of buttons) button.setAttribute('aria-pressed', 'true');
    filter();
  });
  search.addEventListener('input', filter);
  unfold.addEventListener('click', () => {
    const open = !allOpen();
    for (const group of shownGroups()) group.open = open;
    if (!open) for (const card of cards) card.open = false;
    nameUnfold();
  });
  for (const group of groups) group.addEventListener('toggle', nameUnfold);

  // When printed, every failure has its line; cards that the reader has opened are printed completely.
  let folded = [];
  addEventListener('beforeprint', () => {
    folded = shownGroups().filter((group) => !group.open);
    for (const group of folded) group.open = true;
  });
  addEventListener('afterprint', () => {
    for (const group of folded) group.open = false;
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
          // The browser denies access to the clipboard, so the reader copies the selection with the keyboard.
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
