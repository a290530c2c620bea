/** As `require` gives them: an `import` reads all that `node:http` exports, and so loads what browsers have, too. */
export const http = process.getBuiltinModule('node:http');
export const https = process.getBuiltinModule('node:https');
