// An `import` of `node:http` reads every export, which loads `WebSocket` and more that the suite never uses.
export const http = process.getBuiltinModule('node:http');
export const https = process.getBuiltinModule('node:https');
