// A button on each block of code that copies it.
for (const block of document.querySelectorAll('pre:not(.output, .requests)')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  const say = (text) => () => (button.textContent = text);
  button.addEventListener('click', () => {
    const { textContent } = block.querySelector('code');
    navigator.clipboard.writeText(textContent).then(say('Copied'), say('Not allowed'));
    setTimeout(say('Copy'), 2000);
  });
  block.append(button);
}

// A link to folded content opens it.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', openTarget);
openTarget();
