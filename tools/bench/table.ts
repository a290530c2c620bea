// How the benchmark prints.
export const print = (line: string) => void process.stdout.write(`${line}\n`);
export const row = (cells: string[]) =>
  print(
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(16) : cell.padStart(16)))
      .join('')
      .trimEnd(),
  );
export const whole = (value: number) => Math.round(value).toLocaleString('en');
export const times = (value: number) => `${value.toFixed(2)} x`;

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
