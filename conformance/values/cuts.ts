// Places at which the body of a request is cut into pieces: the bytes that begin one.

/** Numbers at this distance, without the end. */
const numbers = (first: number, end: number, distance = 1): number[] =>
  Array.from({ length: Math.ceil((end - first) / distance) }, (_, at) => first + at * distance);

/** Lists with places at this distance, which together cut a body of this length at each of its bytes once. */
export const atDistance = (distance: number, length: number): number[][] =>
  numbers(1, distance + 1).map((first) => numbers(first, length, distance));

/** Lists which together make a piece of each byte of a body of this length; each makes so many. */
export const singleBytes = (many: number, length: number): number[][] =>
  numbers(1, length, many).map((first) => numbers(first, Math.min(first + many + 1, length)));
