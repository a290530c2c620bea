/** What Redocly gives to a rule, as far as it is used here. */
export interface Context {
  location: Location;
  report: (problem: { message: string; location: Location }) => void;
}

interface Location {
  source: { body: string };
  /** as in `#/components/schemas/Case`, also if a reference leads to the node */
  pointer: string;
  child(keys: (string | number)[]): Location;
}
