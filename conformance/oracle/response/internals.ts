/** Texts that only the inside of a service produces: stack frames, file paths, SQL statements and driver errors. */
export const internals: Record<string, RegExp> = {
  'a JavaScript stack frame': /\bat .+ \(?(file:|node:|\/|[A-Z]:\\).+:\d+:\d+\)?/,
  'a Python traceback': /Traceback \(most recent call last\)|File ".+", line \d+/,
  'a Java stack frame': /\bat [\w.$]+\([\w]+\.(java|kt|scala):\d+\)|\bjava\.lang\.\w+(Exception|Error)\b/,
  'a Go stack frame': /goroutine \d+ \[|\.go:\d+/,
  'a .NET stack frame': /\bat [\w.]+\(.*\) in .+:line \d+|\bSystem\.\w+Exception\b/,
  'a PHP stack frame': /\bin .+\.php on line \d+/,
  'a Perl stack frame': /\bat \S+\.(pl|pm|cgi|psgi|t) line \d+/,
  // Of endings that a host name can have too, only those that a column follows.
  'a line of a source file':
    /\.(php|rb):\d+|\/[\w.@-]+\.(lua|exs?|erl|cpp|cs|fs|java|kt|scala|swift|[cm]?[jt]sx?):\d+|\/[\w.@-]+\.rs:\d+:\d+/,
  'a source file': /(^|[\s"'(=:])(\/[\w.@-]+){2,}\.(php|rb|py|pm|pl|lua|exs?|erl|rs|cs|jar|java|kt|so|dll)\b/,
  'a file path':
    /(^|[\s"'(=:])(\/(usr|home|var|opt|tmp|etc|root|app|srv|src|proc|Users)\/|[A-Z]:\\)[\w.-]+|node_modules/,
  SQL: /\b(SELECT\b.+\bFROM|INSERT INTO|UPDATE\b.+\bSET|DELETE FROM|CREATE TABLE)\b|SQLITE_|SQLSTATE|ORA-\d{5}|(UNIQUE|unique|FOREIGN KEY|foreign key) constraint/,
};
