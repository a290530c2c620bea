export interface Subcommand {
  help: string;
  /** the names of its arguments, if it has no flags */
  words?: string[];
  /** @returns the exit code */
  run: (args: string[], environment: NodeJS.ProcessEnv) => number | Promise<number>;
}
