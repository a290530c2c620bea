// Searches while the reader types.
import MiniSearch from 'minisearch';

const entries = JSON.parse(document.getElementById('entries').textContent);
const index = new MiniSearch({
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'text'],
  searchOptions: { boost: { title: 4 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : 0) },
});
index.addAll(entries);

const most = 40;
const field = document.querySelector('main input');
const list = document.getElementById('found');
const count = document.getElementById('count');

const element = (name, text, className = '') =>
  Object.assign(document.createElement(name), { textContent: text, className });

/** The text around the first word that was found, with all such words marked. */
function excerptOf(text, words) {
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const pattern = new RegExp(`(${escaped.join('|')})`, 'giu');
  const at = Math.max(0, text.search(pattern));
  const from = at < 80 ? 0 : text.indexOf(' ', at - 70) + 1;
  const part = text.slice(from, from + 220).replace(/\s\S*$/, '');
  const excerpt = element('p', from > 0 ? '… ' : '');
  for (const [place, piece] of part.split(pattern).entries())
    excerpt.append(place % 2 === 1 ? element('mark', piece) : piece);
  if (from + part.length < text.length) excerpt.append(' …');
  return excerpt;
}

function itemOf({ id, title, page, text, terms }) {
  const item = element('li', '');
  const link = Object.assign(element('a', title), { href: id });
  item.append(link, ...(page === title ? [] : [element('span', page, 'meta')]), excerptOf(text, terms));
  return item;
}

function search() {
  const words = field.value.trim();
  const all = index.search(words, { combineWith: 'AND' });
  const found = all.length > 0 ? all : index.search(words);
  list.replaceChildren(...found.slice(0, most).map(itemOf));
  if (words === '') count.textContent = '';
  else if (found.length === 0) count.textContent = 'Nothing was found.';
  else
    count.textContent = found.length > most ? `The best ${most} of ${found.length} places` : `${found.length} places`;
}

field.value = new URLSearchParams(location.search).get('q') ?? '';
field.addEventListener('input', () => {
  // So that "back" leads to the same results.
  history.replaceState(null, '', `?${new URLSearchParams({ q: field.value })}`);
  search();
});
search();
