/** The text in lines of at most this width, broken at spaces. A line that goes on is indented by four more than its first. */
export function wrapped(text: string, width: number): string[] {
  const indent = /^ */.exec(text)![0];
  const lines = [''];
  for (const word of text.slice(indent.length).split(' ')) {
    const begin = lines.length === 1 ? indent : `${indent}    `;
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = begin + word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`${indent}    ${word}`);
  }
  return lines;
}
