// Written by `npm run generate` from tools/generate/recording.schema.yaml. Never edited.
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/ajv/dist/runtime/ucs2length.js
var require_ucs2length = __commonJS({
  "node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    function ucs2length(str) {
      const len = str.length;
      let length = 0;
      let pos = 0;
      let value;
      while (pos < len) {
        length++;
        value = str.charCodeAt(pos++);
        if (value >= 55296 && value <= 56319 && pos < len) {
          value = str.charCodeAt(pos);
          if ((value & 64512) === 56320)
            pos++;
        }
      }
      return length;
    }
    exports.default = ucs2length;
    ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
  }
});

// <stdin>
var RecordingLine = validate20;
var schema31 = { "title": "a line of a recording", "description": "What can be wrong in a line that another program wrote. Bytes and long texts are objects of their own.", "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false, "properties": { "head": { "type": "object", "required": ["format", "contract", "id", "seed", "facts", "selection", "planned", "startedAt", "began"], "properties": { "format": { "const": 1 }, "contract": { "type": "object", "required": ["version", "digest"], "properties": { "version": { "$ref": "#/$defs/word" }, "digest": { "$ref": "#/$defs/word" } } }, "id": { "$ref": "#/$defs/word" }, "seed": { "type": "integer" }, "startedAt": { "type": "string", "pattern": "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" }, "began": { "type": "number" }, "facts": { "$ref": "#/$defs/facts" }, "selection": { "type": "object", "required": ["class", "only"], "properties": { "class": { "enum": ["stated", "full"] }, "only": { "type": "array", "items": { "$ref": "#/$defs/word" } } } }, "planned": { "type": "object", "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 1e4 } }, "made": { "type": "object", "required": ["suite", "bundled", "settings"], "properties": { "suite": { "$ref": "#/$defs/word" }, "bundled": { "type": "boolean" }, "settings": { "type": "object", "additionalProperties": { "type": "array", "items": { "$ref": "#/$defs/line" } } } } }, "traffic": { "$ref": "#/$defs/traffic" } } }, "piece": { "type": "string" }, "exchange": { "$ref": "#/$defs/exchange" }, "changed": { "type": "object", "required": ["exchange"], "properties": { "exchange": { "$ref": "#/$defs/place" }, "behind": { "$ref": "#/$defs/bytes" }, "interrupted": { "enum": ["away", "briefly", "again"] } } }, "part": { "type": "object", "required": ["sent", "exchanges", "opened"], "properties": { "sent": { "type": "array", "items": { "type": "object", "required": ["step", "at", "exchange"], "properties": { "step": { "$ref": "#/$defs/step" }, "at": { "$ref": "#/$defs/place" }, "exchange": { "$ref": "#/$defs/place" } } } }, "exchanges": { "type": "array", "items": { "$ref": "#/$defs/place" } }, "opened": { "type": "array", "items": { "type": "object", "required": ["id"], "properties": { "id": { "$ref": "#/$defs/text" }, "location": { "$ref": "#/$defs/maybe" } } } } } }, "played": { "type": "object", "required": ["id", "at", "scenario", "attempt", "milliseconds"], "properties": { "id": { "$ref": "#/$defs/word" }, "at": { "$ref": "#/$defs/place" }, "attempt": { "type": "integer", "minimum": 1 }, "milliseconds": { "type": "number", "minimum": 0 }, "control": { "$ref": "#/$defs/place" }, "own": { "$ref": "#/$defs/place" }, "stopped": { "type": "object", "required": ["as", "reason"], "properties": { "as": { "enum": ["inconclusive", "omitted", "error"] }, "reason": { "$ref": "#/$defs/text" }, "exchange": { "$ref": "#/$defs/place" }, "stack": { "$ref": "#/$defs/text" } } }, "scenario": { "type": "object", "required": ["label", "outcome", "control", "setting", "steps", "observe", "reportedAs"], "properties": { "label": { "$ref": "#/$defs/text" }, "outcome": { "type": ["string", "object"] }, "control": { "$ref": "#/$defs/steps" }, "setting": { "$ref": "#/$defs/steps" }, "steps": { "$ref": "#/$defs/steps" }, "observe": { "$ref": "#/$defs/steps" }, "reportedAs": { "type": "array", "items": { "$ref": "#/$defs/word" } }, "events": { "type": "object", "required": ["phase", "show"], "properties": { "phase": { "type": "string" }, "show": { "enum": ["event", "retry", "absence", "retries"] } } } } } } }, "session": { "type": "object", "required": ["baseUrl", "task", "condition", "key", "sent", "elsewhere"], "properties": { "baseUrl": { "$ref": "#/$defs/address" }, "task": { "$ref": "#/$defs/task" }, "condition": { "$ref": "#/$defs/condition" }, "key": { "$ref": "#/$defs/word" }, "file": { "type": "object", "required": ["sha256", "bytes"], "properties": { "sha256": { "$ref": "#/$defs/word" }, "bytes": { "$ref": "#/$defs/bytes" } } }, "sent": { "type": "array", "items": { "type": "object", "required": ["exchange"], "properties": { "exchange": { "$ref": "#/$defs/place" }, "served": { "type": "integer" } } } }, "elsewhere": { "type": "array", "items": { "$ref": "#/$defs/place" } }, "events": { "type": "object", "required": ["wereSent", "deliveries"], "properties": { "wereSent": { "type": "boolean" }, "deliveries": { "type": "array", "items": { "type": "object", "required": ["kind", "event", "exchange"], "properties": { "kind": { "$ref": "#/$defs/text" }, "event": { "$ref": "#/$defs/text" }, "exchange": { "$ref": "#/$defs/place" } } } } } }, "ended": { "type": "object", "required": ["code", "isTimedOut", "lastLine", "lastError"], "properties": { "code": { "type": ["integer", "null"] }, "isTimedOut": { "type": "boolean" }, "lastLine": { "$ref": "#/$defs/text" }, "lastError": { "$ref": "#/$defs/text" } } }, "isOpen": { "type": "boolean" }, "lateness": { "type": "number" } } }, "end": { "type": "object", "additionalProperties": false, "properties": { "traffic": { "$ref": "#/$defs/traffic" }, "takenOut": { "type": "object", "required": ["after", "milliseconds"], "properties": { "after": { "enum": [429, 503] }, "milliseconds": { "type": "number" } } }, "watched": { "type": ["number", "object"] }, "unreachable": { "$ref": "#/$defs/line" }, "interrupted": { "const": true }, "interruptions": { "type": "array", "items": { "type": "object", "required": ["start", "by"], "properties": { "start": { "type": "number" }, "end": { "type": "number" }, "by": { "enum": ["service", "gateway"] } } } } } } }, "$defs": { "task": { "type": "object", "required": ["name", "ends"], "properties": { "name": { "enum": ["approve", "deny", "company", "reject"] }, "type": { "enum": ["PF", "PM"] }, "ends": { "enum": ["APPROVED", "DENIED", "rejected"] } } }, "condition": { "type": "object", "required": ["name", "shows"], "properties": { "name": { "$ref": "#/$defs/text" }, "shows": { "$ref": "#/$defs/word" } } }, "traffic": { "type": "object", "required": ["by", "notes"], "properties": { "by": { "enum": ["proxy", "explore", "client"] }, "party": { "enum": ["service", "client", "both"] }, "client": { "type": "object", "required": ["name", "command", "isPart"], "properties": { "name": { "$ref": "#/$defs/line" }, "command": { "$ref": "#/$defs/line" }, "isPart": { "type": "boolean" }, "unseen": { "type": "array", "items": { "type": "object", "required": ["task", "condition"], "properties": { "task": { "$ref": "#/$defs/task" }, "condition": { "$ref": "#/$defs/condition" } } } } } }, "notes": { "type": "array", "items": { "$ref": "#/$defs/line" } } } }, "word": { "type": "string", "pattern": "^[\\x21-\\x7e]{1,200}$" }, "line": { "type": "string", "maxLength": 2e3, "pattern": "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$" }, "address": { "type": "string", "maxLength": 2e3, "pattern": "^https?://[A-Za-z0-9.:\\[\\]-]+(/[\\x21-\\x7e]*)?$" }, "place": { "type": "integer", "minimum": 0 }, "text": { "type": ["string", "object"] }, "maybe": { "type": ["string", "object"] }, "bytes": { "type": "object", "minProperties": 1, "maxProperties": 1 }, "step": { "type": "object", "required": ["do"], "properties": { "do": { "enum": ["create", "upload", "read"] }, "change": { "type": "object" }, "until": { "type": ["string", "object"] } } }, "steps": { "type": "array", "items": { "$ref": "#/$defs/step" } }, "headers": { "type": "array", "items": { "type": "array", "minItems": 2, "maxItems": 2, "items": { "$ref": "#/$defs/text" } } }, "facts": { "type": "object", "required": ["baseUrl", "claims", "keys", "key", "id"], "properties": { "baseUrl": { "$ref": "#/$defs/address" }, "claims": { "type": "array", "items": { "enum": ["sandbox", "webhooks", "live-key"] } }, "keys": { "type": "object", "additionalProperties": false, "properties": { "tenant": { "type": "string" }, "other": { "type": "string" }, "live": { "type": "string" } } }, "key": { "type": "object", "required": ["header", "template"], "properties": { "header": { "$ref": "#/$defs/word" }, "template": { "type": "string", "pattern": "^[\\x20-\\x7e]*\\{key\\}[\\x20-\\x7e]*$" } } }, "id": { "$ref": "#/$defs/line" }, "slow": { "type": "boolean" }, "headers": { "$ref": "#/$defs/headers" }, "webhook": { "type": "object", "required": ["secret", "url"], "properties": { "secret": { "type": "string" }, "otherSecret": { "type": "string" }, "url": { "$ref": "#/$defs/address" } } } } }, "exchange": { "type": "object", "required": ["request", "milliseconds", "started"], "properties": { "milliseconds": { "type": "number", "minimum": 0 }, "started": { "type": "number" }, "arrivedAt": { "type": "number" }, "abandonedAfter": { "type": "number" }, "received": { "const": true }, "connection": { "type": "object", "required": ["port", "request"], "properties": { "port": { "type": "integer" }, "request": { "type": "integer" } } }, "sentTwice": { "const": true }, "interrupted": { "enum": ["away", "briefly", "again"] }, "failure": { "$ref": "#/$defs/text" }, "request": { "type": "object", "required": ["method", "url", "headers", "body", "chunked"], "properties": { "method": { "$ref": "#/$defs/text" }, "url": { "$ref": "#/$defs/text" }, "headers": { "$ref": "#/$defs/headers" }, "body": { "type": "array", "items": { "$ref": "#/$defs/bytes" } }, "chunked": { "type": "boolean" }, "inPieces": { "type": "number" }, "incomplete": { "const": true }, "credential": { "type": "object", "properties": { "value": { "$ref": "#/$defs/text" }, "shell": { "$ref": "#/$defs/text" } } } } }, "response": { "type": "object", "required": ["status", "headers", "body"], "properties": { "status": { "type": "integer", "minimum": 100, "maximum": 999 }, "headers": { "$ref": "#/$defs/headers" }, "body": { "$ref": "#/$defs/bytes" }, "behind": { "$ref": "#/$defs/bytes" } } }, "interim": { "type": "array", "items": { "type": "object", "required": ["status", "headers"], "properties": { "status": { "type": "integer" }, "headers": { "$ref": "#/$defs/headers" } } } } } } }, "$id": "RecordingLine" };
var schema64 = { "type": "object", "required": ["do"], "properties": { "do": { "enum": ["create", "upload", "read"] }, "change": { "type": "object" }, "until": { "type": ["string", "object"] } } };
var schema40 = { "type": ["string", "object"] };
var schema69 = { "type": ["string", "object"] };
var schema48 = { "type": "object", "required": ["name", "ends"], "properties": { "name": { "enum": ["approve", "deny", "company", "reject"] }, "type": { "enum": ["PF", "PM"] }, "ends": { "enum": ["APPROVED", "DENIED", "rejected"] } } };
var pattern4 = new RegExp("^[\\x21-\\x7e]{1,200}$", "u");
var pattern7 = new RegExp("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$", "u");
var pattern11 = new RegExp("^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$", "u");
var pattern8 = new RegExp("^https?://[A-Za-z0-9.:\\[\\]-]+(/[\\x21-\\x7e]*)?$", "u");
var schema35 = { "type": "object", "required": ["baseUrl", "claims", "keys", "key", "id"], "properties": { "baseUrl": { "$ref": "#/$defs/address" }, "claims": { "type": "array", "items": { "enum": ["sandbox", "webhooks", "live-key"] } }, "keys": { "type": "object", "additionalProperties": false, "properties": { "tenant": { "type": "string" }, "other": { "type": "string" }, "live": { "type": "string" } } }, "key": { "type": "object", "required": ["header", "template"], "properties": { "header": { "$ref": "#/$defs/word" }, "template": { "type": "string", "pattern": "^[\\x20-\\x7e]*\\{key\\}[\\x20-\\x7e]*$" } } }, "id": { "$ref": "#/$defs/line" }, "slow": { "type": "boolean" }, "headers": { "$ref": "#/$defs/headers" }, "webhook": { "type": "object", "required": ["secret", "url"], "properties": { "secret": { "type": "string" }, "otherSecret": { "type": "string" }, "url": { "$ref": "#/$defs/address" } } } } };
var func1 = require_ucs2length().default;
var pattern10 = new RegExp("^[\\x20-\\x7e]*\\{key\\}[\\x20-\\x7e]*$", "u");
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate22.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        let data0 = data[i0];
        const _errs1 = errors;
        if (errors === _errs1) {
          if (Array.isArray(data0)) {
            if (data0.length > 2) {
              validate22.errors = [{ instancePath: instancePath + "/" + i0, schemaPath: "#/items/maxItems", keyword: "maxItems", params: { limit: 2 }, message: "must NOT have more than 2 items" }];
              return false;
            } else {
              if (data0.length < 2) {
                validate22.errors = [{ instancePath: instancePath + "/" + i0, schemaPath: "#/items/minItems", keyword: "minItems", params: { limit: 2 }, message: "must NOT have fewer than 2 items" }];
                return false;
              } else {
                var valid1 = true;
                const len1 = data0.length;
                for (let i1 = 0; i1 < len1; i1++) {
                  let data1 = data0[i1];
                  const _errs3 = errors;
                  if (typeof data1 !== "string" && !(data1 && typeof data1 == "object" && !Array.isArray(data1))) {
                    validate22.errors = [{ instancePath: instancePath + "/" + i0 + "/" + i1, schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                    return false;
                  }
                  var valid1 = _errs3 === errors;
                  if (!valid1) {
                    break;
                  }
                }
              }
            }
          } else {
            validate22.errors = [{ instancePath: instancePath + "/" + i0, schemaPath: "#/items/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
            return false;
          }
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate22.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
      return false;
    }
  }
  validate22.errors = vErrors;
  return errors === 0;
}
validate22.evaluated = { "items": true, "dynamicProps": false, "dynamicItems": false };
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate21.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.baseUrl === void 0 && (missing0 = "baseUrl") || data.claims === void 0 && (missing0 = "claims") || data.keys === void 0 && (missing0 = "keys") || data.key === void 0 && (missing0 = "key") || data.id === void 0 && (missing0 = "id")) {
        validate21.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.baseUrl !== void 0) {
          let data0 = data.baseUrl;
          const _errs1 = errors;
          const _errs2 = errors;
          if (errors === _errs2) {
            if (typeof data0 === "string") {
              if (func1(data0) > 2e3) {
                validate21.errors = [{ instancePath: instancePath + "/baseUrl", schemaPath: "#/$defs/address/maxLength", keyword: "maxLength", params: { limit: 2e3 }, message: "must NOT have more than 2000 characters" }];
                return false;
              } else {
                if (!pattern8.test(data0)) {
                  validate21.errors = [{ instancePath: instancePath + "/baseUrl", schemaPath: "#/$defs/address/pattern", keyword: "pattern", params: { pattern: "^https?://[A-Za-z0-9.:\\[\\]-]+(/[\\x21-\\x7e]*)?$" }, message: 'must match pattern "^https?://[A-Za-z0-9.:\\[\\]-]+(/[\\x21-\\x7e]*)?$"' }];
                  return false;
                }
              }
            } else {
              validate21.errors = [{ instancePath: instancePath + "/baseUrl", schemaPath: "#/$defs/address/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.claims !== void 0) {
            let data1 = data.claims;
            const _errs4 = errors;
            if (errors === _errs4) {
              if (Array.isArray(data1)) {
                var valid2 = true;
                const len0 = data1.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  let data2 = data1[i0];
                  const _errs6 = errors;
                  if (!(data2 === "sandbox" || data2 === "webhooks" || data2 === "live-key")) {
                    validate21.errors = [{ instancePath: instancePath + "/claims/" + i0, schemaPath: "#/properties/claims/items/enum", keyword: "enum", params: { allowedValues: schema35.properties.claims.items.enum }, message: "must be equal to one of the allowed values" }];
                    return false;
                  }
                  var valid2 = _errs6 === errors;
                  if (!valid2) {
                    break;
                  }
                }
              } else {
                validate21.errors = [{ instancePath: instancePath + "/claims", schemaPath: "#/properties/claims/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                return false;
              }
            }
            var valid0 = _errs4 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.keys !== void 0) {
              let data3 = data.keys;
              const _errs7 = errors;
              if (errors === _errs7) {
                if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                  const _errs9 = errors;
                  for (const key0 in data3) {
                    if (!(key0 === "tenant" || key0 === "other" || key0 === "live")) {
                      validate21.errors = [{ instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
                      return false;
                      break;
                    }
                  }
                  if (_errs9 === errors) {
                    if (data3.tenant !== void 0) {
                      const _errs10 = errors;
                      if (typeof data3.tenant !== "string") {
                        validate21.errors = [{ instancePath: instancePath + "/keys/tenant", schemaPath: "#/properties/keys/properties/tenant/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                        return false;
                      }
                      var valid3 = _errs10 === errors;
                    } else {
                      var valid3 = true;
                    }
                    if (valid3) {
                      if (data3.other !== void 0) {
                        const _errs12 = errors;
                        if (typeof data3.other !== "string") {
                          validate21.errors = [{ instancePath: instancePath + "/keys/other", schemaPath: "#/properties/keys/properties/other/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                          return false;
                        }
                        var valid3 = _errs12 === errors;
                      } else {
                        var valid3 = true;
                      }
                      if (valid3) {
                        if (data3.live !== void 0) {
                          const _errs14 = errors;
                          if (typeof data3.live !== "string") {
                            validate21.errors = [{ instancePath: instancePath + "/keys/live", schemaPath: "#/properties/keys/properties/live/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                            return false;
                          }
                          var valid3 = _errs14 === errors;
                        } else {
                          var valid3 = true;
                        }
                      }
                    }
                  }
                } else {
                  validate21.errors = [{ instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                  return false;
                }
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.key !== void 0) {
                let data7 = data.key;
                const _errs16 = errors;
                if (errors === _errs16) {
                  if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
                    let missing1;
                    if (data7.header === void 0 && (missing1 = "header") || data7.template === void 0 && (missing1 = "template")) {
                      validate21.errors = [{ instancePath: instancePath + "/key", schemaPath: "#/properties/key/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                      return false;
                    } else {
                      if (data7.header !== void 0) {
                        let data8 = data7.header;
                        const _errs18 = errors;
                        const _errs19 = errors;
                        if (errors === _errs19) {
                          if (typeof data8 === "string") {
                            if (!pattern4.test(data8)) {
                              validate21.errors = [{ instancePath: instancePath + "/key/header", schemaPath: "#/$defs/word/pattern", keyword: "pattern", params: { pattern: "^[\\x21-\\x7e]{1,200}$" }, message: 'must match pattern "^[\\x21-\\x7e]{1,200}$"' }];
                              return false;
                            }
                          } else {
                            validate21.errors = [{ instancePath: instancePath + "/key/header", schemaPath: "#/$defs/word/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                            return false;
                          }
                        }
                        var valid4 = _errs18 === errors;
                      } else {
                        var valid4 = true;
                      }
                      if (valid4) {
                        if (data7.template !== void 0) {
                          let data9 = data7.template;
                          const _errs21 = errors;
                          if (errors === _errs21) {
                            if (typeof data9 === "string") {
                              if (!pattern10.test(data9)) {
                                validate21.errors = [{ instancePath: instancePath + "/key/template", schemaPath: "#/properties/key/properties/template/pattern", keyword: "pattern", params: { pattern: "^[\\x20-\\x7e]*\\{key\\}[\\x20-\\x7e]*$" }, message: 'must match pattern "^[\\x20-\\x7e]*\\{key\\}[\\x20-\\x7e]*$"' }];
                                return false;
                              }
                            } else {
                              validate21.errors = [{ instancePath: instancePath + "/key/template", schemaPath: "#/properties/key/properties/template/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                              return false;
                            }
                          }
                          var valid4 = _errs21 === errors;
                        } else {
                          var valid4 = true;
                        }
                      }
                    }
                  } else {
                    validate21.errors = [{ instancePath: instancePath + "/key", schemaPath: "#/properties/key/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                    return false;
                  }
                }
                var valid0 = _errs16 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.id !== void 0) {
                  let data10 = data.id;
                  const _errs23 = errors;
                  const _errs24 = errors;
                  if (errors === _errs24) {
                    if (typeof data10 === "string") {
                      if (func1(data10) > 2e3) {
                        validate21.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/$defs/line/maxLength", keyword: "maxLength", params: { limit: 2e3 }, message: "must NOT have more than 2000 characters" }];
                        return false;
                      } else {
                        if (!pattern11.test(data10)) {
                          validate21.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/$defs/line/pattern", keyword: "pattern", params: { pattern: "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$" }, message: 'must match pattern "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"' }];
                          return false;
                        }
                      }
                    } else {
                      validate21.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/$defs/line/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                      return false;
                    }
                  }
                  var valid0 = _errs23 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.slow !== void 0) {
                    const _errs26 = errors;
                    if (typeof data.slow !== "boolean") {
                      validate21.errors = [{ instancePath: instancePath + "/slow", schemaPath: "#/properties/slow/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                      return false;
                    }
                    var valid0 = _errs26 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.headers !== void 0) {
                      const _errs28 = errors;
                      if (!validate22(data.headers, { instancePath: instancePath + "/headers", parentData: data, parentDataProperty: "headers", rootData, dynamicAnchors })) {
                        vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
                        errors = vErrors.length;
                      }
                      var valid0 = _errs28 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.webhook !== void 0) {
                        let data13 = data.webhook;
                        const _errs29 = errors;
                        if (errors === _errs29) {
                          if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
                            let missing2;
                            if (data13.secret === void 0 && (missing2 = "secret") || data13.url === void 0 && (missing2 = "url")) {
                              validate21.errors = [{ instancePath: instancePath + "/webhook", schemaPath: "#/properties/webhook/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }];
                              return false;
                            } else {
                              if (data13.secret !== void 0) {
                                const _errs31 = errors;
                                if (typeof data13.secret !== "string") {
                                  validate21.errors = [{ instancePath: instancePath + "/webhook/secret", schemaPath: "#/properties/webhook/properties/secret/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                  return false;
                                }
                                var valid7 = _errs31 === errors;
                              } else {
                                var valid7 = true;
                              }
                              if (valid7) {
                                if (data13.otherSecret !== void 0) {
                                  const _errs33 = errors;
                                  if (typeof data13.otherSecret !== "string") {
                                    validate21.errors = [{ instancePath: instancePath + "/webhook/otherSecret", schemaPath: "#/properties/webhook/properties/otherSecret/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                    return false;
                                  }
                                  var valid7 = _errs33 === errors;
                                } else {
                                  var valid7 = true;
                                }
                                if (valid7) {
                                  if (data13.url !== void 0) {
                                    let data16 = data13.url;
                                    const _errs35 = errors;
                                    const _errs36 = errors;
                                    if (errors === _errs36) {
                                      if (typeof data16 === "string") {
                                        if (func1(data16) > 2e3) {
                                          validate21.errors = [{ instancePath: instancePath + "/webhook/url", schemaPath: "#/$defs/address/maxLength", keyword: "maxLength", params: { limit: 2e3 }, message: "must NOT have more than 2000 characters" }];
                                          return false;
                                        } else {
                                          if (!pattern8.test(data16)) {
                                            validate21.errors = [{ instancePath: instancePath + "/webhook/url", schemaPath: "#/$defs/address/pattern", keyword: "pattern", params: { pattern: "^https?://[A-Za-z0-9.:\\[\\]-]+(/[\\x21-\\x7e]*)?$" }, message: 'must match pattern "^https?://[A-Za-z0-9.:\\[\\]-]+(/[\\x21-\\x7e]*)?$"' }];
                                            return false;
                                          }
                                        }
                                      } else {
                                        validate21.errors = [{ instancePath: instancePath + "/webhook/url", schemaPath: "#/$defs/address/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                        return false;
                                      }
                                    }
                                    var valid7 = _errs35 === errors;
                                  } else {
                                    var valid7 = true;
                                  }
                                }
                              }
                            }
                          } else {
                            validate21.errors = [{ instancePath: instancePath + "/webhook", schemaPath: "#/properties/webhook/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                            return false;
                          }
                        }
                        var valid0 = _errs29 === errors;
                      } else {
                        var valid0 = true;
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate21.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate21.errors = vErrors;
  return errors === 0;
}
validate21.evaluated = { "props": { "baseUrl": true, "claims": true, "keys": true, "key": true, "id": true, "slow": true, "headers": true, "webhook": true }, "dynamicProps": false, "dynamicItems": false };
var schema45 = { "type": "object", "required": ["by", "notes"], "properties": { "by": { "enum": ["proxy", "explore", "client"] }, "party": { "enum": ["service", "client", "both"] }, "client": { "type": "object", "required": ["name", "command", "isPart"], "properties": { "name": { "$ref": "#/$defs/line" }, "command": { "$ref": "#/$defs/line" }, "isPart": { "type": "boolean" }, "unseen": { "type": "array", "items": { "type": "object", "required": ["task", "condition"], "properties": { "task": { "$ref": "#/$defs/task" }, "condition": { "$ref": "#/$defs/condition" } } } } } }, "notes": { "type": "array", "items": { "$ref": "#/$defs/line" } } } };
function validate26(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate26.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.shows === void 0 && (missing0 = "shows")) {
        validate26.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.name !== void 0) {
          let data0 = data.name;
          const _errs1 = errors;
          if (typeof data0 !== "string" && !(data0 && typeof data0 == "object" && !Array.isArray(data0))) {
            validate26.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.shows !== void 0) {
            let data1 = data.shows;
            const _errs4 = errors;
            const _errs5 = errors;
            if (errors === _errs5) {
              if (typeof data1 === "string") {
                if (!pattern4.test(data1)) {
                  validate26.errors = [{ instancePath: instancePath + "/shows", schemaPath: "#/$defs/word/pattern", keyword: "pattern", params: { pattern: "^[\\x21-\\x7e]{1,200}$" }, message: 'must match pattern "^[\\x21-\\x7e]{1,200}$"' }];
                  return false;
                }
              } else {
                validate26.errors = [{ instancePath: instancePath + "/shows", schemaPath: "#/$defs/word/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
            var valid0 = _errs4 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate26.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate26.errors = vErrors;
  return errors === 0;
}
validate26.evaluated = { "props": { "name": true, "shows": true }, "dynamicProps": false, "dynamicItems": false };
function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate25.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.by === void 0 && (missing0 = "by") || data.notes === void 0 && (missing0 = "notes")) {
        validate25.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.by !== void 0) {
          let data0 = data.by;
          const _errs1 = errors;
          if (!(data0 === "proxy" || data0 === "explore" || data0 === "client")) {
            validate25.errors = [{ instancePath: instancePath + "/by", schemaPath: "#/properties/by/enum", keyword: "enum", params: { allowedValues: schema45.properties.by.enum }, message: "must be equal to one of the allowed values" }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.party !== void 0) {
            let data1 = data.party;
            const _errs2 = errors;
            if (!(data1 === "service" || data1 === "client" || data1 === "both")) {
              validate25.errors = [{ instancePath: instancePath + "/party", schemaPath: "#/properties/party/enum", keyword: "enum", params: { allowedValues: schema45.properties.party.enum }, message: "must be equal to one of the allowed values" }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.client !== void 0) {
              let data2 = data.client;
              const _errs3 = errors;
              if (errors === _errs3) {
                if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                  let missing1;
                  if (data2.name === void 0 && (missing1 = "name") || data2.command === void 0 && (missing1 = "command") || data2.isPart === void 0 && (missing1 = "isPart")) {
                    validate25.errors = [{ instancePath: instancePath + "/client", schemaPath: "#/properties/client/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                    return false;
                  } else {
                    if (data2.name !== void 0) {
                      let data3 = data2.name;
                      const _errs5 = errors;
                      const _errs6 = errors;
                      if (errors === _errs6) {
                        if (typeof data3 === "string") {
                          if (func1(data3) > 2e3) {
                            validate25.errors = [{ instancePath: instancePath + "/client/name", schemaPath: "#/$defs/line/maxLength", keyword: "maxLength", params: { limit: 2e3 }, message: "must NOT have more than 2000 characters" }];
                            return false;
                          } else {
                            if (!pattern11.test(data3)) {
                              validate25.errors = [{ instancePath: instancePath + "/client/name", schemaPath: "#/$defs/line/pattern", keyword: "pattern", params: { pattern: "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$" }, message: 'must match pattern "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"' }];
                              return false;
                            }
                          }
                        } else {
                          validate25.errors = [{ instancePath: instancePath + "/client/name", schemaPath: "#/$defs/line/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                          return false;
                        }
                      }
                      var valid1 = _errs5 === errors;
                    } else {
                      var valid1 = true;
                    }
                    if (valid1) {
                      if (data2.command !== void 0) {
                        let data4 = data2.command;
                        const _errs8 = errors;
                        const _errs9 = errors;
                        if (errors === _errs9) {
                          if (typeof data4 === "string") {
                            if (func1(data4) > 2e3) {
                              validate25.errors = [{ instancePath: instancePath + "/client/command", schemaPath: "#/$defs/line/maxLength", keyword: "maxLength", params: { limit: 2e3 }, message: "must NOT have more than 2000 characters" }];
                              return false;
                            } else {
                              if (!pattern11.test(data4)) {
                                validate25.errors = [{ instancePath: instancePath + "/client/command", schemaPath: "#/$defs/line/pattern", keyword: "pattern", params: { pattern: "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$" }, message: 'must match pattern "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"' }];
                                return false;
                              }
                            }
                          } else {
                            validate25.errors = [{ instancePath: instancePath + "/client/command", schemaPath: "#/$defs/line/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                            return false;
                          }
                        }
                        var valid1 = _errs8 === errors;
                      } else {
                        var valid1 = true;
                      }
                      if (valid1) {
                        if (data2.isPart !== void 0) {
                          const _errs11 = errors;
                          if (typeof data2.isPart !== "boolean") {
                            validate25.errors = [{ instancePath: instancePath + "/client/isPart", schemaPath: "#/properties/client/properties/isPart/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                            return false;
                          }
                          var valid1 = _errs11 === errors;
                        } else {
                          var valid1 = true;
                        }
                        if (valid1) {
                          if (data2.unseen !== void 0) {
                            let data6 = data2.unseen;
                            const _errs13 = errors;
                            if (errors === _errs13) {
                              if (Array.isArray(data6)) {
                                var valid4 = true;
                                const len0 = data6.length;
                                for (let i0 = 0; i0 < len0; i0++) {
                                  let data7 = data6[i0];
                                  const _errs15 = errors;
                                  if (errors === _errs15) {
                                    if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
                                      let missing2;
                                      if (data7.task === void 0 && (missing2 = "task") || data7.condition === void 0 && (missing2 = "condition")) {
                                        validate25.errors = [{ instancePath: instancePath + "/client/unseen/" + i0, schemaPath: "#/properties/client/properties/unseen/items/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }];
                                        return false;
                                      } else {
                                        if (data7.task !== void 0) {
                                          let data8 = data7.task;
                                          const _errs17 = errors;
                                          const _errs18 = errors;
                                          if (errors === _errs18) {
                                            if (data8 && typeof data8 == "object" && !Array.isArray(data8)) {
                                              let missing3;
                                              if (data8.name === void 0 && (missing3 = "name") || data8.ends === void 0 && (missing3 = "ends")) {
                                                validate25.errors = [{ instancePath: instancePath + "/client/unseen/" + i0 + "/task", schemaPath: "#/$defs/task/required", keyword: "required", params: { missingProperty: missing3 }, message: "must have required property '" + missing3 + "'" }];
                                                return false;
                                              } else {
                                                if (data8.name !== void 0) {
                                                  let data9 = data8.name;
                                                  const _errs20 = errors;
                                                  if (!(data9 === "approve" || data9 === "deny" || data9 === "company" || data9 === "reject")) {
                                                    validate25.errors = [{ instancePath: instancePath + "/client/unseen/" + i0 + "/task/name", schemaPath: "#/$defs/task/properties/name/enum", keyword: "enum", params: { allowedValues: schema48.properties.name.enum }, message: "must be equal to one of the allowed values" }];
                                                    return false;
                                                  }
                                                  var valid7 = _errs20 === errors;
                                                } else {
                                                  var valid7 = true;
                                                }
                                                if (valid7) {
                                                  if (data8.type !== void 0) {
                                                    let data10 = data8.type;
                                                    const _errs21 = errors;
                                                    if (!(data10 === "PF" || data10 === "PM")) {
                                                      validate25.errors = [{ instancePath: instancePath + "/client/unseen/" + i0 + "/task/type", schemaPath: "#/$defs/task/properties/type/enum", keyword: "enum", params: { allowedValues: schema48.properties.type.enum }, message: "must be equal to one of the allowed values" }];
                                                      return false;
                                                    }
                                                    var valid7 = _errs21 === errors;
                                                  } else {
                                                    var valid7 = true;
                                                  }
                                                  if (valid7) {
                                                    if (data8.ends !== void 0) {
                                                      let data11 = data8.ends;
                                                      const _errs22 = errors;
                                                      if (!(data11 === "APPROVED" || data11 === "DENIED" || data11 === "rejected")) {
                                                        validate25.errors = [{ instancePath: instancePath + "/client/unseen/" + i0 + "/task/ends", schemaPath: "#/$defs/task/properties/ends/enum", keyword: "enum", params: { allowedValues: schema48.properties.ends.enum }, message: "must be equal to one of the allowed values" }];
                                                        return false;
                                                      }
                                                      var valid7 = _errs22 === errors;
                                                    } else {
                                                      var valid7 = true;
                                                    }
                                                  }
                                                }
                                              }
                                            } else {
                                              validate25.errors = [{ instancePath: instancePath + "/client/unseen/" + i0 + "/task", schemaPath: "#/$defs/task/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                              return false;
                                            }
                                          }
                                          var valid5 = _errs17 === errors;
                                        } else {
                                          var valid5 = true;
                                        }
                                        if (valid5) {
                                          if (data7.condition !== void 0) {
                                            const _errs23 = errors;
                                            if (!validate26(data7.condition, { instancePath: instancePath + "/client/unseen/" + i0 + "/condition", parentData: data7, parentDataProperty: "condition", rootData, dynamicAnchors })) {
                                              vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
                                              errors = vErrors.length;
                                            }
                                            var valid5 = _errs23 === errors;
                                          } else {
                                            var valid5 = true;
                                          }
                                        }
                                      }
                                    } else {
                                      validate25.errors = [{ instancePath: instancePath + "/client/unseen/" + i0, schemaPath: "#/properties/client/properties/unseen/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                      return false;
                                    }
                                  }
                                  var valid4 = _errs15 === errors;
                                  if (!valid4) {
                                    break;
                                  }
                                }
                              } else {
                                validate25.errors = [{ instancePath: instancePath + "/client/unseen", schemaPath: "#/properties/client/properties/unseen/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                return false;
                              }
                            }
                            var valid1 = _errs13 === errors;
                          } else {
                            var valid1 = true;
                          }
                        }
                      }
                    }
                  }
                } else {
                  validate25.errors = [{ instancePath: instancePath + "/client", schemaPath: "#/properties/client/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                  return false;
                }
              }
              var valid0 = _errs3 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.notes !== void 0) {
                let data13 = data.notes;
                const _errs24 = errors;
                if (errors === _errs24) {
                  if (Array.isArray(data13)) {
                    var valid8 = true;
                    const len1 = data13.length;
                    for (let i1 = 0; i1 < len1; i1++) {
                      let data14 = data13[i1];
                      const _errs26 = errors;
                      const _errs27 = errors;
                      if (errors === _errs27) {
                        if (typeof data14 === "string") {
                          if (func1(data14) > 2e3) {
                            validate25.errors = [{ instancePath: instancePath + "/notes/" + i1, schemaPath: "#/$defs/line/maxLength", keyword: "maxLength", params: { limit: 2e3 }, message: "must NOT have more than 2000 characters" }];
                            return false;
                          } else {
                            if (!pattern11.test(data14)) {
                              validate25.errors = [{ instancePath: instancePath + "/notes/" + i1, schemaPath: "#/$defs/line/pattern", keyword: "pattern", params: { pattern: "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$" }, message: 'must match pattern "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"' }];
                              return false;
                            }
                          }
                        } else {
                          validate25.errors = [{ instancePath: instancePath + "/notes/" + i1, schemaPath: "#/$defs/line/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                          return false;
                        }
                      }
                      var valid8 = _errs26 === errors;
                      if (!valid8) {
                        break;
                      }
                    }
                  } else {
                    validate25.errors = [{ instancePath: instancePath + "/notes", schemaPath: "#/properties/notes/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                    return false;
                  }
                }
                var valid0 = _errs24 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate25.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate25.errors = vErrors;
  return errors === 0;
}
validate25.evaluated = { "props": { "by": true, "party": true, "client": true, "notes": true }, "dynamicProps": false, "dynamicItems": false };
var schema53 = { "type": "object", "required": ["request", "milliseconds", "started"], "properties": { "milliseconds": { "type": "number", "minimum": 0 }, "started": { "type": "number" }, "arrivedAt": { "type": "number" }, "abandonedAfter": { "type": "number" }, "received": { "const": true }, "connection": { "type": "object", "required": ["port", "request"], "properties": { "port": { "type": "integer" }, "request": { "type": "integer" } } }, "sentTwice": { "const": true }, "interrupted": { "enum": ["away", "briefly", "again"] }, "failure": { "$ref": "#/$defs/text" }, "request": { "type": "object", "required": ["method", "url", "headers", "body", "chunked"], "properties": { "method": { "$ref": "#/$defs/text" }, "url": { "$ref": "#/$defs/text" }, "headers": { "$ref": "#/$defs/headers" }, "body": { "type": "array", "items": { "$ref": "#/$defs/bytes" } }, "chunked": { "type": "boolean" }, "inPieces": { "type": "number" }, "incomplete": { "const": true }, "credential": { "type": "object", "properties": { "value": { "$ref": "#/$defs/text" }, "shell": { "$ref": "#/$defs/text" } } } } }, "response": { "type": "object", "required": ["status", "headers", "body"], "properties": { "status": { "type": "integer", "minimum": 100, "maximum": 999 }, "headers": { "$ref": "#/$defs/headers" }, "body": { "$ref": "#/$defs/bytes" }, "behind": { "$ref": "#/$defs/bytes" } } }, "interim": { "type": "array", "items": { "type": "object", "required": ["status", "headers"], "properties": { "status": { "type": "integer" }, "headers": { "$ref": "#/$defs/headers" } } } } } };
function validate29(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate29.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.request === void 0 && (missing0 = "request") || data.milliseconds === void 0 && (missing0 = "milliseconds") || data.started === void 0 && (missing0 = "started")) {
        validate29.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.milliseconds !== void 0) {
          let data0 = data.milliseconds;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 == "number" && isFinite(data0)) {
              if (data0 < 0 || isNaN(data0)) {
                validate29.errors = [{ instancePath: instancePath + "/milliseconds", schemaPath: "#/properties/milliseconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                return false;
              }
            } else {
              validate29.errors = [{ instancePath: instancePath + "/milliseconds", schemaPath: "#/properties/milliseconds/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.started !== void 0) {
            let data1 = data.started;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && isFinite(data1))) {
              validate29.errors = [{ instancePath: instancePath + "/started", schemaPath: "#/properties/started/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.arrivedAt !== void 0) {
              let data2 = data.arrivedAt;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && isFinite(data2))) {
                validate29.errors = [{ instancePath: instancePath + "/arrivedAt", schemaPath: "#/properties/arrivedAt/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.abandonedAfter !== void 0) {
                let data3 = data.abandonedAfter;
                const _errs7 = errors;
                if (!(typeof data3 == "number" && isFinite(data3))) {
                  validate29.errors = [{ instancePath: instancePath + "/abandonedAfter", schemaPath: "#/properties/abandonedAfter/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.received !== void 0) {
                  const _errs9 = errors;
                  if (true !== data.received) {
                    validate29.errors = [{ instancePath: instancePath + "/received", schemaPath: "#/properties/received/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.connection !== void 0) {
                    let data5 = data.connection;
                    const _errs10 = errors;
                    if (errors === _errs10) {
                      if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                        let missing1;
                        if (data5.port === void 0 && (missing1 = "port") || data5.request === void 0 && (missing1 = "request")) {
                          validate29.errors = [{ instancePath: instancePath + "/connection", schemaPath: "#/properties/connection/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                          return false;
                        } else {
                          if (data5.port !== void 0) {
                            let data6 = data5.port;
                            const _errs12 = errors;
                            if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
                              validate29.errors = [{ instancePath: instancePath + "/connection/port", schemaPath: "#/properties/connection/properties/port/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                              return false;
                            }
                            var valid1 = _errs12 === errors;
                          } else {
                            var valid1 = true;
                          }
                          if (valid1) {
                            if (data5.request !== void 0) {
                              let data7 = data5.request;
                              const _errs14 = errors;
                              if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
                                validate29.errors = [{ instancePath: instancePath + "/connection/request", schemaPath: "#/properties/connection/properties/request/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                return false;
                              }
                              var valid1 = _errs14 === errors;
                            } else {
                              var valid1 = true;
                            }
                          }
                        }
                      } else {
                        validate29.errors = [{ instancePath: instancePath + "/connection", schemaPath: "#/properties/connection/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                        return false;
                      }
                    }
                    var valid0 = _errs10 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.sentTwice !== void 0) {
                      const _errs16 = errors;
                      if (true !== data.sentTwice) {
                        validate29.errors = [{ instancePath: instancePath + "/sentTwice", schemaPath: "#/properties/sentTwice/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" }];
                        return false;
                      }
                      var valid0 = _errs16 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.interrupted !== void 0) {
                        let data9 = data.interrupted;
                        const _errs17 = errors;
                        if (!(data9 === "away" || data9 === "briefly" || data9 === "again")) {
                          validate29.errors = [{ instancePath: instancePath + "/interrupted", schemaPath: "#/properties/interrupted/enum", keyword: "enum", params: { allowedValues: schema53.properties.interrupted.enum }, message: "must be equal to one of the allowed values" }];
                          return false;
                        }
                        var valid0 = _errs17 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.failure !== void 0) {
                          let data10 = data.failure;
                          const _errs18 = errors;
                          if (typeof data10 !== "string" && !(data10 && typeof data10 == "object" && !Array.isArray(data10))) {
                            validate29.errors = [{ instancePath: instancePath + "/failure", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                            return false;
                          }
                          var valid0 = _errs18 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.request !== void 0) {
                            let data11 = data.request;
                            const _errs21 = errors;
                            if (errors === _errs21) {
                              if (data11 && typeof data11 == "object" && !Array.isArray(data11)) {
                                let missing2;
                                if (data11.method === void 0 && (missing2 = "method") || data11.url === void 0 && (missing2 = "url") || data11.headers === void 0 && (missing2 = "headers") || data11.body === void 0 && (missing2 = "body") || data11.chunked === void 0 && (missing2 = "chunked")) {
                                  validate29.errors = [{ instancePath: instancePath + "/request", schemaPath: "#/properties/request/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }];
                                  return false;
                                } else {
                                  if (data11.method !== void 0) {
                                    let data12 = data11.method;
                                    const _errs23 = errors;
                                    if (typeof data12 !== "string" && !(data12 && typeof data12 == "object" && !Array.isArray(data12))) {
                                      validate29.errors = [{ instancePath: instancePath + "/request/method", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                                      return false;
                                    }
                                    var valid3 = _errs23 === errors;
                                  } else {
                                    var valid3 = true;
                                  }
                                  if (valid3) {
                                    if (data11.url !== void 0) {
                                      let data13 = data11.url;
                                      const _errs26 = errors;
                                      if (typeof data13 !== "string" && !(data13 && typeof data13 == "object" && !Array.isArray(data13))) {
                                        validate29.errors = [{ instancePath: instancePath + "/request/url", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                                        return false;
                                      }
                                      var valid3 = _errs26 === errors;
                                    } else {
                                      var valid3 = true;
                                    }
                                    if (valid3) {
                                      if (data11.headers !== void 0) {
                                        const _errs29 = errors;
                                        if (!validate22(data11.headers, { instancePath: instancePath + "/request/headers", parentData: data11, parentDataProperty: "headers", rootData, dynamicAnchors })) {
                                          vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
                                          errors = vErrors.length;
                                        }
                                        var valid3 = _errs29 === errors;
                                      } else {
                                        var valid3 = true;
                                      }
                                      if (valid3) {
                                        if (data11.body !== void 0) {
                                          let data15 = data11.body;
                                          const _errs30 = errors;
                                          if (errors === _errs30) {
                                            if (Array.isArray(data15)) {
                                              var valid6 = true;
                                              const len0 = data15.length;
                                              for (let i0 = 0; i0 < len0; i0++) {
                                                let data16 = data15[i0];
                                                const _errs32 = errors;
                                                const _errs33 = errors;
                                                if (errors === _errs33) {
                                                  if (data16 && typeof data16 == "object" && !Array.isArray(data16)) {
                                                    if (Object.keys(data16).length > 1) {
                                                      validate29.errors = [{ instancePath: instancePath + "/request/body/" + i0, schemaPath: "#/$defs/bytes/maxProperties", keyword: "maxProperties", params: { limit: 1 }, message: "must NOT have more than 1 properties" }];
                                                      return false;
                                                    } else {
                                                      if (Object.keys(data16).length < 1) {
                                                        validate29.errors = [{ instancePath: instancePath + "/request/body/" + i0, schemaPath: "#/$defs/bytes/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" }];
                                                        return false;
                                                      }
                                                    }
                                                  } else {
                                                    validate29.errors = [{ instancePath: instancePath + "/request/body/" + i0, schemaPath: "#/$defs/bytes/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                    return false;
                                                  }
                                                }
                                                var valid6 = _errs32 === errors;
                                                if (!valid6) {
                                                  break;
                                                }
                                              }
                                            } else {
                                              validate29.errors = [{ instancePath: instancePath + "/request/body", schemaPath: "#/properties/request/properties/body/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                              return false;
                                            }
                                          }
                                          var valid3 = _errs30 === errors;
                                        } else {
                                          var valid3 = true;
                                        }
                                        if (valid3) {
                                          if (data11.chunked !== void 0) {
                                            const _errs35 = errors;
                                            if (typeof data11.chunked !== "boolean") {
                                              validate29.errors = [{ instancePath: instancePath + "/request/chunked", schemaPath: "#/properties/request/properties/chunked/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                                              return false;
                                            }
                                            var valid3 = _errs35 === errors;
                                          } else {
                                            var valid3 = true;
                                          }
                                          if (valid3) {
                                            if (data11.inPieces !== void 0) {
                                              let data18 = data11.inPieces;
                                              const _errs37 = errors;
                                              if (!(typeof data18 == "number" && isFinite(data18))) {
                                                validate29.errors = [{ instancePath: instancePath + "/request/inPieces", schemaPath: "#/properties/request/properties/inPieces/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                                                return false;
                                              }
                                              var valid3 = _errs37 === errors;
                                            } else {
                                              var valid3 = true;
                                            }
                                            if (valid3) {
                                              if (data11.incomplete !== void 0) {
                                                const _errs39 = errors;
                                                if (true !== data11.incomplete) {
                                                  validate29.errors = [{ instancePath: instancePath + "/request/incomplete", schemaPath: "#/properties/request/properties/incomplete/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" }];
                                                  return false;
                                                }
                                                var valid3 = _errs39 === errors;
                                              } else {
                                                var valid3 = true;
                                              }
                                              if (valid3) {
                                                if (data11.credential !== void 0) {
                                                  let data20 = data11.credential;
                                                  const _errs40 = errors;
                                                  if (errors === _errs40) {
                                                    if (data20 && typeof data20 == "object" && !Array.isArray(data20)) {
                                                      if (data20.value !== void 0) {
                                                        let data21 = data20.value;
                                                        const _errs42 = errors;
                                                        if (typeof data21 !== "string" && !(data21 && typeof data21 == "object" && !Array.isArray(data21))) {
                                                          validate29.errors = [{ instancePath: instancePath + "/request/credential/value", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                                                          return false;
                                                        }
                                                        var valid8 = _errs42 === errors;
                                                      } else {
                                                        var valid8 = true;
                                                      }
                                                      if (valid8) {
                                                        if (data20.shell !== void 0) {
                                                          let data22 = data20.shell;
                                                          const _errs45 = errors;
                                                          if (typeof data22 !== "string" && !(data22 && typeof data22 == "object" && !Array.isArray(data22))) {
                                                            validate29.errors = [{ instancePath: instancePath + "/request/credential/shell", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                                                            return false;
                                                          }
                                                          var valid8 = _errs45 === errors;
                                                        } else {
                                                          var valid8 = true;
                                                        }
                                                      }
                                                    } else {
                                                      validate29.errors = [{ instancePath: instancePath + "/request/credential", schemaPath: "#/properties/request/properties/credential/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                      return false;
                                                    }
                                                  }
                                                  var valid3 = _errs40 === errors;
                                                } else {
                                                  var valid3 = true;
                                                }
                                              }
                                            }
                                          }
                                        }
                                      }
                                    }
                                  }
                                }
                              } else {
                                validate29.errors = [{ instancePath: instancePath + "/request", schemaPath: "#/properties/request/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                return false;
                              }
                            }
                            var valid0 = _errs21 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.response !== void 0) {
                              let data23 = data.response;
                              const _errs48 = errors;
                              if (errors === _errs48) {
                                if (data23 && typeof data23 == "object" && !Array.isArray(data23)) {
                                  let missing3;
                                  if (data23.status === void 0 && (missing3 = "status") || data23.headers === void 0 && (missing3 = "headers") || data23.body === void 0 && (missing3 = "body")) {
                                    validate29.errors = [{ instancePath: instancePath + "/response", schemaPath: "#/properties/response/required", keyword: "required", params: { missingProperty: missing3 }, message: "must have required property '" + missing3 + "'" }];
                                    return false;
                                  } else {
                                    if (data23.status !== void 0) {
                                      let data24 = data23.status;
                                      const _errs50 = errors;
                                      if (!(typeof data24 == "number" && (!(data24 % 1) && !isNaN(data24)) && isFinite(data24))) {
                                        validate29.errors = [{ instancePath: instancePath + "/response/status", schemaPath: "#/properties/response/properties/status/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                        return false;
                                      }
                                      if (errors === _errs50) {
                                        if (typeof data24 == "number" && isFinite(data24)) {
                                          if (data24 > 999 || isNaN(data24)) {
                                            validate29.errors = [{ instancePath: instancePath + "/response/status", schemaPath: "#/properties/response/properties/status/maximum", keyword: "maximum", params: { comparison: "<=", limit: 999 }, message: "must be <= 999" }];
                                            return false;
                                          } else {
                                            if (data24 < 100 || isNaN(data24)) {
                                              validate29.errors = [{ instancePath: instancePath + "/response/status", schemaPath: "#/properties/response/properties/status/minimum", keyword: "minimum", params: { comparison: ">=", limit: 100 }, message: "must be >= 100" }];
                                              return false;
                                            }
                                          }
                                        }
                                      }
                                      var valid11 = _errs50 === errors;
                                    } else {
                                      var valid11 = true;
                                    }
                                    if (valid11) {
                                      if (data23.headers !== void 0) {
                                        const _errs52 = errors;
                                        if (!validate22(data23.headers, { instancePath: instancePath + "/response/headers", parentData: data23, parentDataProperty: "headers", rootData, dynamicAnchors })) {
                                          vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
                                          errors = vErrors.length;
                                        }
                                        var valid11 = _errs52 === errors;
                                      } else {
                                        var valid11 = true;
                                      }
                                      if (valid11) {
                                        if (data23.body !== void 0) {
                                          let data26 = data23.body;
                                          const _errs53 = errors;
                                          const _errs54 = errors;
                                          if (errors === _errs54) {
                                            if (data26 && typeof data26 == "object" && !Array.isArray(data26)) {
                                              if (Object.keys(data26).length > 1) {
                                                validate29.errors = [{ instancePath: instancePath + "/response/body", schemaPath: "#/$defs/bytes/maxProperties", keyword: "maxProperties", params: { limit: 1 }, message: "must NOT have more than 1 properties" }];
                                                return false;
                                              } else {
                                                if (Object.keys(data26).length < 1) {
                                                  validate29.errors = [{ instancePath: instancePath + "/response/body", schemaPath: "#/$defs/bytes/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" }];
                                                  return false;
                                                }
                                              }
                                            } else {
                                              validate29.errors = [{ instancePath: instancePath + "/response/body", schemaPath: "#/$defs/bytes/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                              return false;
                                            }
                                          }
                                          var valid11 = _errs53 === errors;
                                        } else {
                                          var valid11 = true;
                                        }
                                        if (valid11) {
                                          if (data23.behind !== void 0) {
                                            let data27 = data23.behind;
                                            const _errs56 = errors;
                                            const _errs57 = errors;
                                            if (errors === _errs57) {
                                              if (data27 && typeof data27 == "object" && !Array.isArray(data27)) {
                                                if (Object.keys(data27).length > 1) {
                                                  validate29.errors = [{ instancePath: instancePath + "/response/behind", schemaPath: "#/$defs/bytes/maxProperties", keyword: "maxProperties", params: { limit: 1 }, message: "must NOT have more than 1 properties" }];
                                                  return false;
                                                } else {
                                                  if (Object.keys(data27).length < 1) {
                                                    validate29.errors = [{ instancePath: instancePath + "/response/behind", schemaPath: "#/$defs/bytes/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" }];
                                                    return false;
                                                  }
                                                }
                                              } else {
                                                validate29.errors = [{ instancePath: instancePath + "/response/behind", schemaPath: "#/$defs/bytes/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                return false;
                                              }
                                            }
                                            var valid11 = _errs56 === errors;
                                          } else {
                                            var valid11 = true;
                                          }
                                        }
                                      }
                                    }
                                  }
                                } else {
                                  validate29.errors = [{ instancePath: instancePath + "/response", schemaPath: "#/properties/response/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                  return false;
                                }
                              }
                              var valid0 = _errs48 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.interim !== void 0) {
                                let data28 = data.interim;
                                const _errs59 = errors;
                                if (errors === _errs59) {
                                  if (Array.isArray(data28)) {
                                    var valid14 = true;
                                    const len1 = data28.length;
                                    for (let i1 = 0; i1 < len1; i1++) {
                                      let data29 = data28[i1];
                                      const _errs61 = errors;
                                      if (errors === _errs61) {
                                        if (data29 && typeof data29 == "object" && !Array.isArray(data29)) {
                                          let missing4;
                                          if (data29.status === void 0 && (missing4 = "status") || data29.headers === void 0 && (missing4 = "headers")) {
                                            validate29.errors = [{ instancePath: instancePath + "/interim/" + i1, schemaPath: "#/properties/interim/items/required", keyword: "required", params: { missingProperty: missing4 }, message: "must have required property '" + missing4 + "'" }];
                                            return false;
                                          } else {
                                            if (data29.status !== void 0) {
                                              let data30 = data29.status;
                                              const _errs63 = errors;
                                              if (!(typeof data30 == "number" && (!(data30 % 1) && !isNaN(data30)) && isFinite(data30))) {
                                                validate29.errors = [{ instancePath: instancePath + "/interim/" + i1 + "/status", schemaPath: "#/properties/interim/items/properties/status/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                                return false;
                                              }
                                              var valid15 = _errs63 === errors;
                                            } else {
                                              var valid15 = true;
                                            }
                                            if (valid15) {
                                              if (data29.headers !== void 0) {
                                                const _errs65 = errors;
                                                if (!validate22(data29.headers, { instancePath: instancePath + "/interim/" + i1 + "/headers", parentData: data29, parentDataProperty: "headers", rootData, dynamicAnchors })) {
                                                  vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
                                                  errors = vErrors.length;
                                                }
                                                var valid15 = _errs65 === errors;
                                              } else {
                                                var valid15 = true;
                                              }
                                            }
                                          }
                                        } else {
                                          validate29.errors = [{ instancePath: instancePath + "/interim/" + i1, schemaPath: "#/properties/interim/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                          return false;
                                        }
                                      }
                                      var valid14 = _errs61 === errors;
                                      if (!valid14) {
                                        break;
                                      }
                                    }
                                  } else {
                                    validate29.errors = [{ instancePath: instancePath + "/interim", schemaPath: "#/properties/interim/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                    return false;
                                  }
                                }
                                var valid0 = _errs59 === errors;
                              } else {
                                var valid0 = true;
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate29.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate29.errors = vErrors;
  return errors === 0;
}
validate29.evaluated = { "props": { "milliseconds": true, "started": true, "arrivedAt": true, "abandonedAfter": true, "received": true, "connection": true, "sentTwice": true, "interrupted": true, "failure": true, "request": true, "response": true, "interim": true }, "dynamicProps": false, "dynamicItems": false };
function validate34(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate34.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        let data0 = data[i0];
        const _errs1 = errors;
        const _errs2 = errors;
        if (errors === _errs2) {
          if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
            let missing0;
            if (data0.do === void 0 && (missing0 = "do")) {
              validate34.errors = [{ instancePath: instancePath + "/" + i0, schemaPath: "#/$defs/step/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
              return false;
            } else {
              if (data0.do !== void 0) {
                let data1 = data0.do;
                const _errs4 = errors;
                if (!(data1 === "create" || data1 === "upload" || data1 === "read")) {
                  validate34.errors = [{ instancePath: instancePath + "/" + i0 + "/do", schemaPath: "#/$defs/step/properties/do/enum", keyword: "enum", params: { allowedValues: schema64.properties.do.enum }, message: "must be equal to one of the allowed values" }];
                  return false;
                }
                var valid2 = _errs4 === errors;
              } else {
                var valid2 = true;
              }
              if (valid2) {
                if (data0.change !== void 0) {
                  let data2 = data0.change;
                  const _errs5 = errors;
                  if (!(data2 && typeof data2 == "object" && !Array.isArray(data2))) {
                    validate34.errors = [{ instancePath: instancePath + "/" + i0 + "/change", schemaPath: "#/$defs/step/properties/change/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                    return false;
                  }
                  var valid2 = _errs5 === errors;
                } else {
                  var valid2 = true;
                }
                if (valid2) {
                  if (data0.until !== void 0) {
                    let data3 = data0.until;
                    const _errs7 = errors;
                    if (typeof data3 !== "string" && !(data3 && typeof data3 == "object" && !Array.isArray(data3))) {
                      validate34.errors = [{ instancePath: instancePath + "/" + i0 + "/until", schemaPath: "#/$defs/step/properties/until/type", keyword: "type", params: { type: schema64.properties.until.type }, message: "must be string,object" }];
                      return false;
                    }
                    var valid2 = _errs7 === errors;
                  } else {
                    var valid2 = true;
                  }
                }
              }
            }
          } else {
            validate34.errors = [{ instancePath: instancePath + "/" + i0, schemaPath: "#/$defs/step/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
            return false;
          }
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate34.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
      return false;
    }
  }
  validate34.errors = vErrors;
  return errors === 0;
}
validate34.evaluated = { "items": true, "dynamicProps": false, "dynamicItems": false };
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate20.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (Object.keys(data).length > 1) {
        validate20.errors = [{ instancePath, schemaPath: "#/maxProperties", keyword: "maxProperties", params: { limit: 1 }, message: "must NOT have more than 1 properties" }];
        return false;
      } else {
        if (Object.keys(data).length < 1) {
          validate20.errors = [{ instancePath, schemaPath: "#/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" }];
          return false;
        } else {
          const _errs1 = errors;
          for (const key0 in data) {
            if (!(key0 === "head" || key0 === "piece" || key0 === "exchange" || key0 === "changed" || key0 === "part" || key0 === "played" || key0 === "session" || key0 === "end")) {
              validate20.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
              return false;
              break;
            }
          }
          if (_errs1 === errors) {
            if (data.head !== void 0) {
              let data0 = data.head;
              const _errs2 = errors;
              if (errors === _errs2) {
                if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
                  let missing0;
                  if (data0.format === void 0 && (missing0 = "format") || data0.contract === void 0 && (missing0 = "contract") || data0.id === void 0 && (missing0 = "id") || data0.seed === void 0 && (missing0 = "seed") || data0.facts === void 0 && (missing0 = "facts") || data0.selection === void 0 && (missing0 = "selection") || data0.planned === void 0 && (missing0 = "planned") || data0.startedAt === void 0 && (missing0 = "startedAt") || data0.began === void 0 && (missing0 = "began")) {
                    validate20.errors = [{ instancePath: instancePath + "/head", schemaPath: "#/properties/head/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
                    return false;
                  } else {
                    if (data0.format !== void 0) {
                      const _errs4 = errors;
                      if (1 !== data0.format) {
                        validate20.errors = [{ instancePath: instancePath + "/head/format", schemaPath: "#/properties/head/properties/format/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }];
                        return false;
                      }
                      var valid1 = _errs4 === errors;
                    } else {
                      var valid1 = true;
                    }
                    if (valid1) {
                      if (data0.contract !== void 0) {
                        let data2 = data0.contract;
                        const _errs5 = errors;
                        if (errors === _errs5) {
                          if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                            let missing1;
                            if (data2.version === void 0 && (missing1 = "version") || data2.digest === void 0 && (missing1 = "digest")) {
                              validate20.errors = [{ instancePath: instancePath + "/head/contract", schemaPath: "#/properties/head/properties/contract/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                              return false;
                            } else {
                              if (data2.version !== void 0) {
                                let data3 = data2.version;
                                const _errs7 = errors;
                                const _errs8 = errors;
                                if (errors === _errs8) {
                                  if (typeof data3 === "string") {
                                    if (!pattern4.test(data3)) {
                                      validate20.errors = [{ instancePath: instancePath + "/head/contract/version", schemaPath: "#/$defs/word/pattern", keyword: "pattern", params: { pattern: "^[\\x21-\\x7e]{1,200}$" }, message: 'must match pattern "^[\\x21-\\x7e]{1,200}$"' }];
                                      return false;
                                    }
                                  } else {
                                    validate20.errors = [{ instancePath: instancePath + "/head/contract/version", schemaPath: "#/$defs/word/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                    return false;
                                  }
                                }
                                var valid2 = _errs7 === errors;
                              } else {
                                var valid2 = true;
                              }
                              if (valid2) {
                                if (data2.digest !== void 0) {
                                  let data4 = data2.digest;
                                  const _errs10 = errors;
                                  const _errs11 = errors;
                                  if (errors === _errs11) {
                                    if (typeof data4 === "string") {
                                      if (!pattern4.test(data4)) {
                                        validate20.errors = [{ instancePath: instancePath + "/head/contract/digest", schemaPath: "#/$defs/word/pattern", keyword: "pattern", params: { pattern: "^[\\x21-\\x7e]{1,200}$" }, message: 'must match pattern "^[\\x21-\\x7e]{1,200}$"' }];
                                        return false;
                                      }
                                    } else {
                                      validate20.errors = [{ instancePath: instancePath + "/head/contract/digest", schemaPath: "#/$defs/word/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                      return false;
                                    }
                                  }
                                  var valid2 = _errs10 === errors;
                                } else {
                                  var valid2 = true;
                                }
                              }
                            }
                          } else {
                            validate20.errors = [{ instancePath: instancePath + "/head/contract", schemaPath: "#/properties/head/properties/contract/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                            return false;
                          }
                        }
                        var valid1 = _errs5 === errors;
                      } else {
                        var valid1 = true;
                      }
                      if (valid1) {
                        if (data0.id !== void 0) {
                          let data5 = data0.id;
                          const _errs13 = errors;
                          const _errs14 = errors;
                          if (errors === _errs14) {
                            if (typeof data5 === "string") {
                              if (!pattern4.test(data5)) {
                                validate20.errors = [{ instancePath: instancePath + "/head/id", schemaPath: "#/$defs/word/pattern", keyword: "pattern", params: { pattern: "^[\\x21-\\x7e]{1,200}$" }, message: 'must match pattern "^[\\x21-\\x7e]{1,200}$"' }];
                                return false;
                              }
                            } else {
                              validate20.errors = [{ instancePath: instancePath + "/head/id", schemaPath: "#/$defs/word/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                              return false;
                            }
                          }
                          var valid1 = _errs13 === errors;
                        } else {
                          var valid1 = true;
                        }
                        if (valid1) {
                          if (data0.seed !== void 0) {
                            let data6 = data0.seed;
                            const _errs16 = errors;
                            if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
                              validate20.errors = [{ instancePath: instancePath + "/head/seed", schemaPath: "#/properties/head/properties/seed/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                              return false;
                            }
                            var valid1 = _errs16 === errors;
                          } else {
                            var valid1 = true;
                          }
                          if (valid1) {
                            if (data0.startedAt !== void 0) {
                              let data7 = data0.startedAt;
                              const _errs18 = errors;
                              if (errors === _errs18) {
                                if (typeof data7 === "string") {
                                  if (!pattern7.test(data7)) {
                                    validate20.errors = [{ instancePath: instancePath + "/head/startedAt", schemaPath: "#/properties/head/properties/startedAt/pattern", keyword: "pattern", params: { pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" }, message: 'must match pattern "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"' }];
                                    return false;
                                  }
                                } else {
                                  validate20.errors = [{ instancePath: instancePath + "/head/startedAt", schemaPath: "#/properties/head/properties/startedAt/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                  return false;
                                }
                              }
                              var valid1 = _errs18 === errors;
                            } else {
                              var valid1 = true;
                            }
                            if (valid1) {
                              if (data0.began !== void 0) {
                                let data8 = data0.began;
                                const _errs20 = errors;
                                if (!(typeof data8 == "number" && isFinite(data8))) {
                                  validate20.errors = [{ instancePath: instancePath + "/head/began", schemaPath: "#/properties/head/properties/began/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                                  return false;
                                }
                                var valid1 = _errs20 === errors;
                              } else {
                                var valid1 = true;
                              }
                              if (valid1) {
                                if (data0.facts !== void 0) {
                                  const _errs22 = errors;
                                  if (!validate21(data0.facts, { instancePath: instancePath + "/head/facts", parentData: data0, parentDataProperty: "facts", rootData, dynamicAnchors })) {
                                    vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
                                    errors = vErrors.length;
                                  }
                                  var valid1 = _errs22 === errors;
                                } else {
                                  var valid1 = true;
                                }
                                if (valid1) {
                                  if (data0.selection !== void 0) {
                                    let data10 = data0.selection;
                                    const _errs23 = errors;
                                    if (errors === _errs23) {
                                      if (data10 && typeof data10 == "object" && !Array.isArray(data10)) {
                                        let missing2;
                                        if (data10.class === void 0 && (missing2 = "class") || data10.only === void 0 && (missing2 = "only")) {
                                          validate20.errors = [{ instancePath: instancePath + "/head/selection", schemaPath: "#/properties/head/properties/selection/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }];
                                          return false;
                                        } else {
                                          if (data10.class !== void 0) {
                                            let data11 = data10.class;
                                            const _errs25 = errors;
                                            if (!(data11 === "stated" || data11 === "full")) {
                                              validate20.errors = [{ instancePath: instancePath + "/head/selection/class", schemaPath: "#/properties/head/properties/selection/properties/class/enum", keyword: "enum", params: { allowedValues: schema31.properties.head.properties.selection.properties.class.enum }, message: "must be equal to one of the allowed values" }];
                                              return false;
                                            }
                                            var valid6 = _errs25 === errors;
                                          } else {
                                            var valid6 = true;
                                          }
                                          if (valid6) {
                                            if (data10.only !== void 0) {
                                              let data12 = data10.only;
                                              const _errs26 = errors;
                                              if (errors === _errs26) {
                                                if (Array.isArray(data12)) {
                                                  var valid7 = true;
                                                  const len0 = data12.length;
                                                  for (let i0 = 0; i0 < len0; i0++) {
                                                    let data13 = data12[i0];
                                                    const _errs28 = errors;
                                                    const _errs29 = errors;
                                                    if (errors === _errs29) {
                                                      if (typeof data13 === "string") {
                                                        if (!pattern4.test(data13)) {
                                                          validate20.errors = [{ instancePath: instancePath + "/head/selection/only/" + i0, schemaPath: "#/$defs/word/pattern", keyword: "pattern", params: { pattern: "^[\\x21-\\x7e]{1,200}$" }, message: 'must match pattern "^[\\x21-\\x7e]{1,200}$"' }];
                                                          return false;
                                                        }
                                                      } else {
                                                        validate20.errors = [{ instancePath: instancePath + "/head/selection/only/" + i0, schemaPath: "#/$defs/word/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                                        return false;
                                                      }
                                                    }
                                                    var valid7 = _errs28 === errors;
                                                    if (!valid7) {
                                                      break;
                                                    }
                                                  }
                                                } else {
                                                  validate20.errors = [{ instancePath: instancePath + "/head/selection/only", schemaPath: "#/properties/head/properties/selection/properties/only/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                                  return false;
                                                }
                                              }
                                              var valid6 = _errs26 === errors;
                                            } else {
                                              var valid6 = true;
                                            }
                                          }
                                        }
                                      } else {
                                        validate20.errors = [{ instancePath: instancePath + "/head/selection", schemaPath: "#/properties/head/properties/selection/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                        return false;
                                      }
                                    }
                                    var valid1 = _errs23 === errors;
                                  } else {
                                    var valid1 = true;
                                  }
                                  if (valid1) {
                                    if (data0.planned !== void 0) {
                                      let data14 = data0.planned;
                                      const _errs31 = errors;
                                      if (errors === _errs31) {
                                        if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
                                          for (const key1 in data14) {
                                            let data15 = data14[key1];
                                            const _errs34 = errors;
                                            if (!(typeof data15 == "number" && (!(data15 % 1) && !isNaN(data15)) && isFinite(data15))) {
                                              validate20.errors = [{ instancePath: instancePath + "/head/planned/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/head/properties/planned/additionalProperties/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                              return false;
                                            }
                                            if (errors === _errs34) {
                                              if (typeof data15 == "number" && isFinite(data15)) {
                                                if (data15 > 1e4 || isNaN(data15)) {
                                                  validate20.errors = [{ instancePath: instancePath + "/head/planned/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/head/properties/planned/additionalProperties/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e4 }, message: "must be <= 10000" }];
                                                  return false;
                                                } else {
                                                  if (data15 < 0 || isNaN(data15)) {
                                                    validate20.errors = [{ instancePath: instancePath + "/head/planned/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/head/properties/planned/additionalProperties/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                                    return false;
                                                  }
                                                }
                                              }
                                            }
                                            var valid9 = _errs34 === errors;
                                            if (!valid9) {
                                              break;
                                            }
                                          }
                                        } else {
                                          validate20.errors = [{ instancePath: instancePath + "/head/planned", schemaPath: "#/properties/head/properties/planned/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                          return false;
                                        }
                                      }
                                      var valid1 = _errs31 === errors;
                                    } else {
                                      var valid1 = true;
                                    }
                                    if (valid1) {
                                      if (data0.made !== void 0) {
                                        let data16 = data0.made;
                                        const _errs36 = errors;
                                        if (errors === _errs36) {
                                          if (data16 && typeof data16 == "object" && !Array.isArray(data16)) {
                                            let missing3;
                                            if (data16.suite === void 0 && (missing3 = "suite") || data16.bundled === void 0 && (missing3 = "bundled") || data16.settings === void 0 && (missing3 = "settings")) {
                                              validate20.errors = [{ instancePath: instancePath + "/head/made", schemaPath: "#/properties/head/properties/made/required", keyword: "required", params: { missingProperty: missing3 }, message: "must have required property '" + missing3 + "'" }];
                                              return false;
                                            } else {
                                              if (data16.suite !== void 0) {
                                                let data17 = data16.suite;
                                                const _errs38 = errors;
                                                const _errs39 = errors;
                                                if (errors === _errs39) {
                                                  if (typeof data17 === "string") {
                                                    if (!pattern4.test(data17)) {
                                                      validate20.errors = [{ instancePath: instancePath + "/head/made/suite", schemaPath: "#/$defs/word/pattern", keyword: "pattern", params: { pattern: "^[\\x21-\\x7e]{1,200}$" }, message: 'must match pattern "^[\\x21-\\x7e]{1,200}$"' }];
                                                      return false;
                                                    }
                                                  } else {
                                                    validate20.errors = [{ instancePath: instancePath + "/head/made/suite", schemaPath: "#/$defs/word/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                                    return false;
                                                  }
                                                }
                                                var valid10 = _errs38 === errors;
                                              } else {
                                                var valid10 = true;
                                              }
                                              if (valid10) {
                                                if (data16.bundled !== void 0) {
                                                  const _errs41 = errors;
                                                  if (typeof data16.bundled !== "boolean") {
                                                    validate20.errors = [{ instancePath: instancePath + "/head/made/bundled", schemaPath: "#/properties/head/properties/made/properties/bundled/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                                                    return false;
                                                  }
                                                  var valid10 = _errs41 === errors;
                                                } else {
                                                  var valid10 = true;
                                                }
                                                if (valid10) {
                                                  if (data16.settings !== void 0) {
                                                    let data19 = data16.settings;
                                                    const _errs43 = errors;
                                                    if (errors === _errs43) {
                                                      if (data19 && typeof data19 == "object" && !Array.isArray(data19)) {
                                                        for (const key2 in data19) {
                                                          let data20 = data19[key2];
                                                          const _errs46 = errors;
                                                          if (errors === _errs46) {
                                                            if (Array.isArray(data20)) {
                                                              var valid13 = true;
                                                              const len1 = data20.length;
                                                              for (let i1 = 0; i1 < len1; i1++) {
                                                                let data21 = data20[i1];
                                                                const _errs48 = errors;
                                                                const _errs49 = errors;
                                                                if (errors === _errs49) {
                                                                  if (typeof data21 === "string") {
                                                                    if (func1(data21) > 2e3) {
                                                                      validate20.errors = [{ instancePath: instancePath + "/head/made/settings/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/" + i1, schemaPath: "#/$defs/line/maxLength", keyword: "maxLength", params: { limit: 2e3 }, message: "must NOT have more than 2000 characters" }];
                                                                      return false;
                                                                    } else {
                                                                      if (!pattern11.test(data21)) {
                                                                        validate20.errors = [{ instancePath: instancePath + "/head/made/settings/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/" + i1, schemaPath: "#/$defs/line/pattern", keyword: "pattern", params: { pattern: "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$" }, message: 'must match pattern "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"' }];
                                                                        return false;
                                                                      }
                                                                    }
                                                                  } else {
                                                                    validate20.errors = [{ instancePath: instancePath + "/head/made/settings/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/" + i1, schemaPath: "#/$defs/line/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                                                    return false;
                                                                  }
                                                                }
                                                                var valid13 = _errs48 === errors;
                                                                if (!valid13) {
                                                                  break;
                                                                }
                                                              }
                                                            } else {
                                                              validate20.errors = [{ instancePath: instancePath + "/head/made/settings/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/head/properties/made/properties/settings/additionalProperties/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                                              return false;
                                                            }
                                                          }
                                                          var valid12 = _errs46 === errors;
                                                          if (!valid12) {
                                                            break;
                                                          }
                                                        }
                                                      } else {
                                                        validate20.errors = [{ instancePath: instancePath + "/head/made/settings", schemaPath: "#/properties/head/properties/made/properties/settings/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                        return false;
                                                      }
                                                    }
                                                    var valid10 = _errs43 === errors;
                                                  } else {
                                                    var valid10 = true;
                                                  }
                                                }
                                              }
                                            }
                                          } else {
                                            validate20.errors = [{ instancePath: instancePath + "/head/made", schemaPath: "#/properties/head/properties/made/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                            return false;
                                          }
                                        }
                                        var valid1 = _errs36 === errors;
                                      } else {
                                        var valid1 = true;
                                      }
                                      if (valid1) {
                                        if (data0.traffic !== void 0) {
                                          const _errs51 = errors;
                                          if (!validate25(data0.traffic, { instancePath: instancePath + "/head/traffic", parentData: data0, parentDataProperty: "traffic", rootData, dynamicAnchors })) {
                                            vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
                                            errors = vErrors.length;
                                          }
                                          var valid1 = _errs51 === errors;
                                        } else {
                                          var valid1 = true;
                                        }
                                      }
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                } else {
                  validate20.errors = [{ instancePath: instancePath + "/head", schemaPath: "#/properties/head/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                  return false;
                }
              }
              var valid0 = _errs2 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.piece !== void 0) {
                const _errs52 = errors;
                if (typeof data.piece !== "string") {
                  validate20.errors = [{ instancePath: instancePath + "/piece", schemaPath: "#/properties/piece/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                  return false;
                }
                var valid0 = _errs52 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.exchange !== void 0) {
                  const _errs54 = errors;
                  if (!validate29(data.exchange, { instancePath: instancePath + "/exchange", parentData: data, parentDataProperty: "exchange", rootData, dynamicAnchors })) {
                    vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs54 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.changed !== void 0) {
                    let data25 = data.changed;
                    const _errs55 = errors;
                    if (errors === _errs55) {
                      if (data25 && typeof data25 == "object" && !Array.isArray(data25)) {
                        let missing4;
                        if (data25.exchange === void 0 && (missing4 = "exchange")) {
                          validate20.errors = [{ instancePath: instancePath + "/changed", schemaPath: "#/properties/changed/required", keyword: "required", params: { missingProperty: missing4 }, message: "must have required property '" + missing4 + "'" }];
                          return false;
                        } else {
                          if (data25.exchange !== void 0) {
                            let data26 = data25.exchange;
                            const _errs57 = errors;
                            const _errs58 = errors;
                            if (!(typeof data26 == "number" && (!(data26 % 1) && !isNaN(data26)) && isFinite(data26))) {
                              validate20.errors = [{ instancePath: instancePath + "/changed/exchange", schemaPath: "#/$defs/place/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                              return false;
                            }
                            if (errors === _errs58) {
                              if (typeof data26 == "number" && isFinite(data26)) {
                                if (data26 < 0 || isNaN(data26)) {
                                  validate20.errors = [{ instancePath: instancePath + "/changed/exchange", schemaPath: "#/$defs/place/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                  return false;
                                }
                              }
                            }
                            var valid15 = _errs57 === errors;
                          } else {
                            var valid15 = true;
                          }
                          if (valid15) {
                            if (data25.behind !== void 0) {
                              let data27 = data25.behind;
                              const _errs60 = errors;
                              const _errs61 = errors;
                              if (errors === _errs61) {
                                if (data27 && typeof data27 == "object" && !Array.isArray(data27)) {
                                  if (Object.keys(data27).length > 1) {
                                    validate20.errors = [{ instancePath: instancePath + "/changed/behind", schemaPath: "#/$defs/bytes/maxProperties", keyword: "maxProperties", params: { limit: 1 }, message: "must NOT have more than 1 properties" }];
                                    return false;
                                  } else {
                                    if (Object.keys(data27).length < 1) {
                                      validate20.errors = [{ instancePath: instancePath + "/changed/behind", schemaPath: "#/$defs/bytes/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" }];
                                      return false;
                                    }
                                  }
                                } else {
                                  validate20.errors = [{ instancePath: instancePath + "/changed/behind", schemaPath: "#/$defs/bytes/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                  return false;
                                }
                              }
                              var valid15 = _errs60 === errors;
                            } else {
                              var valid15 = true;
                            }
                            if (valid15) {
                              if (data25.interrupted !== void 0) {
                                let data28 = data25.interrupted;
                                const _errs63 = errors;
                                if (!(data28 === "away" || data28 === "briefly" || data28 === "again")) {
                                  validate20.errors = [{ instancePath: instancePath + "/changed/interrupted", schemaPath: "#/properties/changed/properties/interrupted/enum", keyword: "enum", params: { allowedValues: schema31.properties.changed.properties.interrupted.enum }, message: "must be equal to one of the allowed values" }];
                                  return false;
                                }
                                var valid15 = _errs63 === errors;
                              } else {
                                var valid15 = true;
                              }
                            }
                          }
                        }
                      } else {
                        validate20.errors = [{ instancePath: instancePath + "/changed", schemaPath: "#/properties/changed/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                        return false;
                      }
                    }
                    var valid0 = _errs55 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.part !== void 0) {
                      let data29 = data.part;
                      const _errs64 = errors;
                      if (errors === _errs64) {
                        if (data29 && typeof data29 == "object" && !Array.isArray(data29)) {
                          let missing5;
                          if (data29.sent === void 0 && (missing5 = "sent") || data29.exchanges === void 0 && (missing5 = "exchanges") || data29.opened === void 0 && (missing5 = "opened")) {
                            validate20.errors = [{ instancePath: instancePath + "/part", schemaPath: "#/properties/part/required", keyword: "required", params: { missingProperty: missing5 }, message: "must have required property '" + missing5 + "'" }];
                            return false;
                          } else {
                            if (data29.sent !== void 0) {
                              let data30 = data29.sent;
                              const _errs66 = errors;
                              if (errors === _errs66) {
                                if (Array.isArray(data30)) {
                                  var valid19 = true;
                                  const len2 = data30.length;
                                  for (let i2 = 0; i2 < len2; i2++) {
                                    let data31 = data30[i2];
                                    const _errs68 = errors;
                                    if (errors === _errs68) {
                                      if (data31 && typeof data31 == "object" && !Array.isArray(data31)) {
                                        let missing6;
                                        if (data31.step === void 0 && (missing6 = "step") || data31.at === void 0 && (missing6 = "at") || data31.exchange === void 0 && (missing6 = "exchange")) {
                                          validate20.errors = [{ instancePath: instancePath + "/part/sent/" + i2, schemaPath: "#/properties/part/properties/sent/items/required", keyword: "required", params: { missingProperty: missing6 }, message: "must have required property '" + missing6 + "'" }];
                                          return false;
                                        } else {
                                          if (data31.step !== void 0) {
                                            let data32 = data31.step;
                                            const _errs70 = errors;
                                            const _errs71 = errors;
                                            if (errors === _errs71) {
                                              if (data32 && typeof data32 == "object" && !Array.isArray(data32)) {
                                                let missing7;
                                                if (data32.do === void 0 && (missing7 = "do")) {
                                                  validate20.errors = [{ instancePath: instancePath + "/part/sent/" + i2 + "/step", schemaPath: "#/$defs/step/required", keyword: "required", params: { missingProperty: missing7 }, message: "must have required property '" + missing7 + "'" }];
                                                  return false;
                                                } else {
                                                  if (data32.do !== void 0) {
                                                    let data33 = data32.do;
                                                    const _errs73 = errors;
                                                    if (!(data33 === "create" || data33 === "upload" || data33 === "read")) {
                                                      validate20.errors = [{ instancePath: instancePath + "/part/sent/" + i2 + "/step/do", schemaPath: "#/$defs/step/properties/do/enum", keyword: "enum", params: { allowedValues: schema64.properties.do.enum }, message: "must be equal to one of the allowed values" }];
                                                      return false;
                                                    }
                                                    var valid22 = _errs73 === errors;
                                                  } else {
                                                    var valid22 = true;
                                                  }
                                                  if (valid22) {
                                                    if (data32.change !== void 0) {
                                                      let data34 = data32.change;
                                                      const _errs74 = errors;
                                                      if (!(data34 && typeof data34 == "object" && !Array.isArray(data34))) {
                                                        validate20.errors = [{ instancePath: instancePath + "/part/sent/" + i2 + "/step/change", schemaPath: "#/$defs/step/properties/change/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                        return false;
                                                      }
                                                      var valid22 = _errs74 === errors;
                                                    } else {
                                                      var valid22 = true;
                                                    }
                                                    if (valid22) {
                                                      if (data32.until !== void 0) {
                                                        let data35 = data32.until;
                                                        const _errs76 = errors;
                                                        if (typeof data35 !== "string" && !(data35 && typeof data35 == "object" && !Array.isArray(data35))) {
                                                          validate20.errors = [{ instancePath: instancePath + "/part/sent/" + i2 + "/step/until", schemaPath: "#/$defs/step/properties/until/type", keyword: "type", params: { type: schema64.properties.until.type }, message: "must be string,object" }];
                                                          return false;
                                                        }
                                                        var valid22 = _errs76 === errors;
                                                      } else {
                                                        var valid22 = true;
                                                      }
                                                    }
                                                  }
                                                }
                                              } else {
                                                validate20.errors = [{ instancePath: instancePath + "/part/sent/" + i2 + "/step", schemaPath: "#/$defs/step/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                return false;
                                              }
                                            }
                                            var valid20 = _errs70 === errors;
                                          } else {
                                            var valid20 = true;
                                          }
                                          if (valid20) {
                                            if (data31.at !== void 0) {
                                              let data36 = data31.at;
                                              const _errs78 = errors;
                                              const _errs79 = errors;
                                              if (!(typeof data36 == "number" && (!(data36 % 1) && !isNaN(data36)) && isFinite(data36))) {
                                                validate20.errors = [{ instancePath: instancePath + "/part/sent/" + i2 + "/at", schemaPath: "#/$defs/place/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                                return false;
                                              }
                                              if (errors === _errs79) {
                                                if (typeof data36 == "number" && isFinite(data36)) {
                                                  if (data36 < 0 || isNaN(data36)) {
                                                    validate20.errors = [{ instancePath: instancePath + "/part/sent/" + i2 + "/at", schemaPath: "#/$defs/place/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                                    return false;
                                                  }
                                                }
                                              }
                                              var valid20 = _errs78 === errors;
                                            } else {
                                              var valid20 = true;
                                            }
                                            if (valid20) {
                                              if (data31.exchange !== void 0) {
                                                let data37 = data31.exchange;
                                                const _errs81 = errors;
                                                const _errs82 = errors;
                                                if (!(typeof data37 == "number" && (!(data37 % 1) && !isNaN(data37)) && isFinite(data37))) {
                                                  validate20.errors = [{ instancePath: instancePath + "/part/sent/" + i2 + "/exchange", schemaPath: "#/$defs/place/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                                  return false;
                                                }
                                                if (errors === _errs82) {
                                                  if (typeof data37 == "number" && isFinite(data37)) {
                                                    if (data37 < 0 || isNaN(data37)) {
                                                      validate20.errors = [{ instancePath: instancePath + "/part/sent/" + i2 + "/exchange", schemaPath: "#/$defs/place/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                                      return false;
                                                    }
                                                  }
                                                }
                                                var valid20 = _errs81 === errors;
                                              } else {
                                                var valid20 = true;
                                              }
                                            }
                                          }
                                        }
                                      } else {
                                        validate20.errors = [{ instancePath: instancePath + "/part/sent/" + i2, schemaPath: "#/properties/part/properties/sent/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                        return false;
                                      }
                                    }
                                    var valid19 = _errs68 === errors;
                                    if (!valid19) {
                                      break;
                                    }
                                  }
                                } else {
                                  validate20.errors = [{ instancePath: instancePath + "/part/sent", schemaPath: "#/properties/part/properties/sent/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                  return false;
                                }
                              }
                              var valid18 = _errs66 === errors;
                            } else {
                              var valid18 = true;
                            }
                            if (valid18) {
                              if (data29.exchanges !== void 0) {
                                let data38 = data29.exchanges;
                                const _errs84 = errors;
                                if (errors === _errs84) {
                                  if (Array.isArray(data38)) {
                                    var valid25 = true;
                                    const len3 = data38.length;
                                    for (let i3 = 0; i3 < len3; i3++) {
                                      let data39 = data38[i3];
                                      const _errs86 = errors;
                                      const _errs87 = errors;
                                      if (!(typeof data39 == "number" && (!(data39 % 1) && !isNaN(data39)) && isFinite(data39))) {
                                        validate20.errors = [{ instancePath: instancePath + "/part/exchanges/" + i3, schemaPath: "#/$defs/place/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                        return false;
                                      }
                                      if (errors === _errs87) {
                                        if (typeof data39 == "number" && isFinite(data39)) {
                                          if (data39 < 0 || isNaN(data39)) {
                                            validate20.errors = [{ instancePath: instancePath + "/part/exchanges/" + i3, schemaPath: "#/$defs/place/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                            return false;
                                          }
                                        }
                                      }
                                      var valid25 = _errs86 === errors;
                                      if (!valid25) {
                                        break;
                                      }
                                    }
                                  } else {
                                    validate20.errors = [{ instancePath: instancePath + "/part/exchanges", schemaPath: "#/properties/part/properties/exchanges/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                    return false;
                                  }
                                }
                                var valid18 = _errs84 === errors;
                              } else {
                                var valid18 = true;
                              }
                              if (valid18) {
                                if (data29.opened !== void 0) {
                                  let data40 = data29.opened;
                                  const _errs89 = errors;
                                  if (errors === _errs89) {
                                    if (Array.isArray(data40)) {
                                      var valid27 = true;
                                      const len4 = data40.length;
                                      for (let i4 = 0; i4 < len4; i4++) {
                                        let data41 = data40[i4];
                                        const _errs91 = errors;
                                        if (errors === _errs91) {
                                          if (data41 && typeof data41 == "object" && !Array.isArray(data41)) {
                                            let missing8;
                                            if (data41.id === void 0 && (missing8 = "id")) {
                                              validate20.errors = [{ instancePath: instancePath + "/part/opened/" + i4, schemaPath: "#/properties/part/properties/opened/items/required", keyword: "required", params: { missingProperty: missing8 }, message: "must have required property '" + missing8 + "'" }];
                                              return false;
                                            } else {
                                              if (data41.id !== void 0) {
                                                let data42 = data41.id;
                                                const _errs93 = errors;
                                                if (typeof data42 !== "string" && !(data42 && typeof data42 == "object" && !Array.isArray(data42))) {
                                                  validate20.errors = [{ instancePath: instancePath + "/part/opened/" + i4 + "/id", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                                                  return false;
                                                }
                                                var valid28 = _errs93 === errors;
                                              } else {
                                                var valid28 = true;
                                              }
                                              if (valid28) {
                                                if (data41.location !== void 0) {
                                                  let data43 = data41.location;
                                                  const _errs96 = errors;
                                                  if (typeof data43 !== "string" && !(data43 && typeof data43 == "object" && !Array.isArray(data43))) {
                                                    validate20.errors = [{ instancePath: instancePath + "/part/opened/" + i4 + "/location", schemaPath: "#/$defs/maybe/type", keyword: "type", params: { type: schema69.type }, message: "must be string,object" }];
                                                    return false;
                                                  }
                                                  var valid28 = _errs96 === errors;
                                                } else {
                                                  var valid28 = true;
                                                }
                                              }
                                            }
                                          } else {
                                            validate20.errors = [{ instancePath: instancePath + "/part/opened/" + i4, schemaPath: "#/properties/part/properties/opened/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                            return false;
                                          }
                                        }
                                        var valid27 = _errs91 === errors;
                                        if (!valid27) {
                                          break;
                                        }
                                      }
                                    } else {
                                      validate20.errors = [{ instancePath: instancePath + "/part/opened", schemaPath: "#/properties/part/properties/opened/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                      return false;
                                    }
                                  }
                                  var valid18 = _errs89 === errors;
                                } else {
                                  var valid18 = true;
                                }
                              }
                            }
                          }
                        } else {
                          validate20.errors = [{ instancePath: instancePath + "/part", schemaPath: "#/properties/part/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                          return false;
                        }
                      }
                      var valid0 = _errs64 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.played !== void 0) {
                        let data44 = data.played;
                        const _errs99 = errors;
                        if (errors === _errs99) {
                          if (data44 && typeof data44 == "object" && !Array.isArray(data44)) {
                            let missing9;
                            if (data44.id === void 0 && (missing9 = "id") || data44.at === void 0 && (missing9 = "at") || data44.scenario === void 0 && (missing9 = "scenario") || data44.attempt === void 0 && (missing9 = "attempt") || data44.milliseconds === void 0 && (missing9 = "milliseconds")) {
                              validate20.errors = [{ instancePath: instancePath + "/played", schemaPath: "#/properties/played/required", keyword: "required", params: { missingProperty: missing9 }, message: "must have required property '" + missing9 + "'" }];
                              return false;
                            } else {
                              if (data44.id !== void 0) {
                                let data45 = data44.id;
                                const _errs101 = errors;
                                const _errs102 = errors;
                                if (errors === _errs102) {
                                  if (typeof data45 === "string") {
                                    if (!pattern4.test(data45)) {
                                      validate20.errors = [{ instancePath: instancePath + "/played/id", schemaPath: "#/$defs/word/pattern", keyword: "pattern", params: { pattern: "^[\\x21-\\x7e]{1,200}$" }, message: 'must match pattern "^[\\x21-\\x7e]{1,200}$"' }];
                                      return false;
                                    }
                                  } else {
                                    validate20.errors = [{ instancePath: instancePath + "/played/id", schemaPath: "#/$defs/word/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                    return false;
                                  }
                                }
                                var valid31 = _errs101 === errors;
                              } else {
                                var valid31 = true;
                              }
                              if (valid31) {
                                if (data44.at !== void 0) {
                                  let data46 = data44.at;
                                  const _errs104 = errors;
                                  const _errs105 = errors;
                                  if (!(typeof data46 == "number" && (!(data46 % 1) && !isNaN(data46)) && isFinite(data46))) {
                                    validate20.errors = [{ instancePath: instancePath + "/played/at", schemaPath: "#/$defs/place/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                    return false;
                                  }
                                  if (errors === _errs105) {
                                    if (typeof data46 == "number" && isFinite(data46)) {
                                      if (data46 < 0 || isNaN(data46)) {
                                        validate20.errors = [{ instancePath: instancePath + "/played/at", schemaPath: "#/$defs/place/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                        return false;
                                      }
                                    }
                                  }
                                  var valid31 = _errs104 === errors;
                                } else {
                                  var valid31 = true;
                                }
                                if (valid31) {
                                  if (data44.attempt !== void 0) {
                                    let data47 = data44.attempt;
                                    const _errs107 = errors;
                                    if (!(typeof data47 == "number" && (!(data47 % 1) && !isNaN(data47)) && isFinite(data47))) {
                                      validate20.errors = [{ instancePath: instancePath + "/played/attempt", schemaPath: "#/properties/played/properties/attempt/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                      return false;
                                    }
                                    if (errors === _errs107) {
                                      if (typeof data47 == "number" && isFinite(data47)) {
                                        if (data47 < 1 || isNaN(data47)) {
                                          validate20.errors = [{ instancePath: instancePath + "/played/attempt", schemaPath: "#/properties/played/properties/attempt/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                                          return false;
                                        }
                                      }
                                    }
                                    var valid31 = _errs107 === errors;
                                  } else {
                                    var valid31 = true;
                                  }
                                  if (valid31) {
                                    if (data44.milliseconds !== void 0) {
                                      let data48 = data44.milliseconds;
                                      const _errs109 = errors;
                                      if (errors === _errs109) {
                                        if (typeof data48 == "number" && isFinite(data48)) {
                                          if (data48 < 0 || isNaN(data48)) {
                                            validate20.errors = [{ instancePath: instancePath + "/played/milliseconds", schemaPath: "#/properties/played/properties/milliseconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                            return false;
                                          }
                                        } else {
                                          validate20.errors = [{ instancePath: instancePath + "/played/milliseconds", schemaPath: "#/properties/played/properties/milliseconds/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                                          return false;
                                        }
                                      }
                                      var valid31 = _errs109 === errors;
                                    } else {
                                      var valid31 = true;
                                    }
                                    if (valid31) {
                                      if (data44.control !== void 0) {
                                        let data49 = data44.control;
                                        const _errs111 = errors;
                                        const _errs112 = errors;
                                        if (!(typeof data49 == "number" && (!(data49 % 1) && !isNaN(data49)) && isFinite(data49))) {
                                          validate20.errors = [{ instancePath: instancePath + "/played/control", schemaPath: "#/$defs/place/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                          return false;
                                        }
                                        if (errors === _errs112) {
                                          if (typeof data49 == "number" && isFinite(data49)) {
                                            if (data49 < 0 || isNaN(data49)) {
                                              validate20.errors = [{ instancePath: instancePath + "/played/control", schemaPath: "#/$defs/place/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                              return false;
                                            }
                                          }
                                        }
                                        var valid31 = _errs111 === errors;
                                      } else {
                                        var valid31 = true;
                                      }
                                      if (valid31) {
                                        if (data44.own !== void 0) {
                                          let data50 = data44.own;
                                          const _errs114 = errors;
                                          const _errs115 = errors;
                                          if (!(typeof data50 == "number" && (!(data50 % 1) && !isNaN(data50)) && isFinite(data50))) {
                                            validate20.errors = [{ instancePath: instancePath + "/played/own", schemaPath: "#/$defs/place/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                            return false;
                                          }
                                          if (errors === _errs115) {
                                            if (typeof data50 == "number" && isFinite(data50)) {
                                              if (data50 < 0 || isNaN(data50)) {
                                                validate20.errors = [{ instancePath: instancePath + "/played/own", schemaPath: "#/$defs/place/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                                return false;
                                              }
                                            }
                                          }
                                          var valid31 = _errs114 === errors;
                                        } else {
                                          var valid31 = true;
                                        }
                                        if (valid31) {
                                          if (data44.stopped !== void 0) {
                                            let data51 = data44.stopped;
                                            const _errs117 = errors;
                                            if (errors === _errs117) {
                                              if (data51 && typeof data51 == "object" && !Array.isArray(data51)) {
                                                let missing10;
                                                if (data51.as === void 0 && (missing10 = "as") || data51.reason === void 0 && (missing10 = "reason")) {
                                                  validate20.errors = [{ instancePath: instancePath + "/played/stopped", schemaPath: "#/properties/played/properties/stopped/required", keyword: "required", params: { missingProperty: missing10 }, message: "must have required property '" + missing10 + "'" }];
                                                  return false;
                                                } else {
                                                  if (data51.as !== void 0) {
                                                    let data52 = data51.as;
                                                    const _errs119 = errors;
                                                    if (!(data52 === "inconclusive" || data52 === "omitted" || data52 === "error")) {
                                                      validate20.errors = [{ instancePath: instancePath + "/played/stopped/as", schemaPath: "#/properties/played/properties/stopped/properties/as/enum", keyword: "enum", params: { allowedValues: schema31.properties.played.properties.stopped.properties.as.enum }, message: "must be equal to one of the allowed values" }];
                                                      return false;
                                                    }
                                                    var valid36 = _errs119 === errors;
                                                  } else {
                                                    var valid36 = true;
                                                  }
                                                  if (valid36) {
                                                    if (data51.reason !== void 0) {
                                                      let data53 = data51.reason;
                                                      const _errs120 = errors;
                                                      if (typeof data53 !== "string" && !(data53 && typeof data53 == "object" && !Array.isArray(data53))) {
                                                        validate20.errors = [{ instancePath: instancePath + "/played/stopped/reason", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                                                        return false;
                                                      }
                                                      var valid36 = _errs120 === errors;
                                                    } else {
                                                      var valid36 = true;
                                                    }
                                                    if (valid36) {
                                                      if (data51.exchange !== void 0) {
                                                        let data54 = data51.exchange;
                                                        const _errs123 = errors;
                                                        const _errs124 = errors;
                                                        if (!(typeof data54 == "number" && (!(data54 % 1) && !isNaN(data54)) && isFinite(data54))) {
                                                          validate20.errors = [{ instancePath: instancePath + "/played/stopped/exchange", schemaPath: "#/$defs/place/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                                          return false;
                                                        }
                                                        if (errors === _errs124) {
                                                          if (typeof data54 == "number" && isFinite(data54)) {
                                                            if (data54 < 0 || isNaN(data54)) {
                                                              validate20.errors = [{ instancePath: instancePath + "/played/stopped/exchange", schemaPath: "#/$defs/place/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                                              return false;
                                                            }
                                                          }
                                                        }
                                                        var valid36 = _errs123 === errors;
                                                      } else {
                                                        var valid36 = true;
                                                      }
                                                      if (valid36) {
                                                        if (data51.stack !== void 0) {
                                                          let data55 = data51.stack;
                                                          const _errs126 = errors;
                                                          if (typeof data55 !== "string" && !(data55 && typeof data55 == "object" && !Array.isArray(data55))) {
                                                            validate20.errors = [{ instancePath: instancePath + "/played/stopped/stack", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                                                            return false;
                                                          }
                                                          var valid36 = _errs126 === errors;
                                                        } else {
                                                          var valid36 = true;
                                                        }
                                                      }
                                                    }
                                                  }
                                                }
                                              } else {
                                                validate20.errors = [{ instancePath: instancePath + "/played/stopped", schemaPath: "#/properties/played/properties/stopped/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                return false;
                                              }
                                            }
                                            var valid31 = _errs117 === errors;
                                          } else {
                                            var valid31 = true;
                                          }
                                          if (valid31) {
                                            if (data44.scenario !== void 0) {
                                              let data56 = data44.scenario;
                                              const _errs129 = errors;
                                              if (errors === _errs129) {
                                                if (data56 && typeof data56 == "object" && !Array.isArray(data56)) {
                                                  let missing11;
                                                  if (data56.label === void 0 && (missing11 = "label") || data56.outcome === void 0 && (missing11 = "outcome") || data56.control === void 0 && (missing11 = "control") || data56.setting === void 0 && (missing11 = "setting") || data56.steps === void 0 && (missing11 = "steps") || data56.observe === void 0 && (missing11 = "observe") || data56.reportedAs === void 0 && (missing11 = "reportedAs")) {
                                                    validate20.errors = [{ instancePath: instancePath + "/played/scenario", schemaPath: "#/properties/played/properties/scenario/required", keyword: "required", params: { missingProperty: missing11 }, message: "must have required property '" + missing11 + "'" }];
                                                    return false;
                                                  } else {
                                                    if (data56.label !== void 0) {
                                                      let data57 = data56.label;
                                                      const _errs131 = errors;
                                                      if (typeof data57 !== "string" && !(data57 && typeof data57 == "object" && !Array.isArray(data57))) {
                                                        validate20.errors = [{ instancePath: instancePath + "/played/scenario/label", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                                                        return false;
                                                      }
                                                      var valid40 = _errs131 === errors;
                                                    } else {
                                                      var valid40 = true;
                                                    }
                                                    if (valid40) {
                                                      if (data56.outcome !== void 0) {
                                                        let data58 = data56.outcome;
                                                        const _errs134 = errors;
                                                        if (typeof data58 !== "string" && !(data58 && typeof data58 == "object" && !Array.isArray(data58))) {
                                                          validate20.errors = [{ instancePath: instancePath + "/played/scenario/outcome", schemaPath: "#/properties/played/properties/scenario/properties/outcome/type", keyword: "type", params: { type: schema31.properties.played.properties.scenario.properties.outcome.type }, message: "must be string,object" }];
                                                          return false;
                                                        }
                                                        var valid40 = _errs134 === errors;
                                                      } else {
                                                        var valid40 = true;
                                                      }
                                                      if (valid40) {
                                                        if (data56.control !== void 0) {
                                                          const _errs136 = errors;
                                                          if (!validate34(data56.control, { instancePath: instancePath + "/played/scenario/control", parentData: data56, parentDataProperty: "control", rootData, dynamicAnchors })) {
                                                            vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
                                                            errors = vErrors.length;
                                                          }
                                                          var valid40 = _errs136 === errors;
                                                        } else {
                                                          var valid40 = true;
                                                        }
                                                        if (valid40) {
                                                          if (data56.setting !== void 0) {
                                                            const _errs137 = errors;
                                                            if (!validate34(data56.setting, { instancePath: instancePath + "/played/scenario/setting", parentData: data56, parentDataProperty: "setting", rootData, dynamicAnchors })) {
                                                              vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
                                                              errors = vErrors.length;
                                                            }
                                                            var valid40 = _errs137 === errors;
                                                          } else {
                                                            var valid40 = true;
                                                          }
                                                          if (valid40) {
                                                            if (data56.steps !== void 0) {
                                                              const _errs138 = errors;
                                                              if (!validate34(data56.steps, { instancePath: instancePath + "/played/scenario/steps", parentData: data56, parentDataProperty: "steps", rootData, dynamicAnchors })) {
                                                                vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
                                                                errors = vErrors.length;
                                                              }
                                                              var valid40 = _errs138 === errors;
                                                            } else {
                                                              var valid40 = true;
                                                            }
                                                            if (valid40) {
                                                              if (data56.observe !== void 0) {
                                                                const _errs139 = errors;
                                                                if (!validate34(data56.observe, { instancePath: instancePath + "/played/scenario/observe", parentData: data56, parentDataProperty: "observe", rootData, dynamicAnchors })) {
                                                                  vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
                                                                  errors = vErrors.length;
                                                                }
                                                                var valid40 = _errs139 === errors;
                                                              } else {
                                                                var valid40 = true;
                                                              }
                                                              if (valid40) {
                                                                if (data56.reportedAs !== void 0) {
                                                                  let data63 = data56.reportedAs;
                                                                  const _errs140 = errors;
                                                                  if (errors === _errs140) {
                                                                    if (Array.isArray(data63)) {
                                                                      var valid42 = true;
                                                                      const len5 = data63.length;
                                                                      for (let i5 = 0; i5 < len5; i5++) {
                                                                        let data64 = data63[i5];
                                                                        const _errs142 = errors;
                                                                        const _errs143 = errors;
                                                                        if (errors === _errs143) {
                                                                          if (typeof data64 === "string") {
                                                                            if (!pattern4.test(data64)) {
                                                                              validate20.errors = [{ instancePath: instancePath + "/played/scenario/reportedAs/" + i5, schemaPath: "#/$defs/word/pattern", keyword: "pattern", params: { pattern: "^[\\x21-\\x7e]{1,200}$" }, message: 'must match pattern "^[\\x21-\\x7e]{1,200}$"' }];
                                                                              return false;
                                                                            }
                                                                          } else {
                                                                            validate20.errors = [{ instancePath: instancePath + "/played/scenario/reportedAs/" + i5, schemaPath: "#/$defs/word/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                                                            return false;
                                                                          }
                                                                        }
                                                                        var valid42 = _errs142 === errors;
                                                                        if (!valid42) {
                                                                          break;
                                                                        }
                                                                      }
                                                                    } else {
                                                                      validate20.errors = [{ instancePath: instancePath + "/played/scenario/reportedAs", schemaPath: "#/properties/played/properties/scenario/properties/reportedAs/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                                                      return false;
                                                                    }
                                                                  }
                                                                  var valid40 = _errs140 === errors;
                                                                } else {
                                                                  var valid40 = true;
                                                                }
                                                                if (valid40) {
                                                                  if (data56.events !== void 0) {
                                                                    let data65 = data56.events;
                                                                    const _errs145 = errors;
                                                                    if (errors === _errs145) {
                                                                      if (data65 && typeof data65 == "object" && !Array.isArray(data65)) {
                                                                        let missing12;
                                                                        if (data65.phase === void 0 && (missing12 = "phase") || data65.show === void 0 && (missing12 = "show")) {
                                                                          validate20.errors = [{ instancePath: instancePath + "/played/scenario/events", schemaPath: "#/properties/played/properties/scenario/properties/events/required", keyword: "required", params: { missingProperty: missing12 }, message: "must have required property '" + missing12 + "'" }];
                                                                          return false;
                                                                        } else {
                                                                          if (data65.phase !== void 0) {
                                                                            const _errs147 = errors;
                                                                            if (typeof data65.phase !== "string") {
                                                                              validate20.errors = [{ instancePath: instancePath + "/played/scenario/events/phase", schemaPath: "#/properties/played/properties/scenario/properties/events/properties/phase/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                                                              return false;
                                                                            }
                                                                            var valid44 = _errs147 === errors;
                                                                          } else {
                                                                            var valid44 = true;
                                                                          }
                                                                          if (valid44) {
                                                                            if (data65.show !== void 0) {
                                                                              let data67 = data65.show;
                                                                              const _errs149 = errors;
                                                                              if (!(data67 === "event" || data67 === "retry" || data67 === "absence" || data67 === "retries")) {
                                                                                validate20.errors = [{ instancePath: instancePath + "/played/scenario/events/show", schemaPath: "#/properties/played/properties/scenario/properties/events/properties/show/enum", keyword: "enum", params: { allowedValues: schema31.properties.played.properties.scenario.properties.events.properties.show.enum }, message: "must be equal to one of the allowed values" }];
                                                                                return false;
                                                                              }
                                                                              var valid44 = _errs149 === errors;
                                                                            } else {
                                                                              var valid44 = true;
                                                                            }
                                                                          }
                                                                        }
                                                                      } else {
                                                                        validate20.errors = [{ instancePath: instancePath + "/played/scenario/events", schemaPath: "#/properties/played/properties/scenario/properties/events/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                                        return false;
                                                                      }
                                                                    }
                                                                    var valid40 = _errs145 === errors;
                                                                  } else {
                                                                    var valid40 = true;
                                                                  }
                                                                }
                                                              }
                                                            }
                                                          }
                                                        }
                                                      }
                                                    }
                                                  }
                                                } else {
                                                  validate20.errors = [{ instancePath: instancePath + "/played/scenario", schemaPath: "#/properties/played/properties/scenario/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                  return false;
                                                }
                                              }
                                              var valid31 = _errs129 === errors;
                                            } else {
                                              var valid31 = true;
                                            }
                                          }
                                        }
                                      }
                                    }
                                  }
                                }
                              }
                            }
                          } else {
                            validate20.errors = [{ instancePath: instancePath + "/played", schemaPath: "#/properties/played/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                            return false;
                          }
                        }
                        var valid0 = _errs99 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.session !== void 0) {
                          let data68 = data.session;
                          const _errs150 = errors;
                          if (errors === _errs150) {
                            if (data68 && typeof data68 == "object" && !Array.isArray(data68)) {
                              let missing13;
                              if (data68.baseUrl === void 0 && (missing13 = "baseUrl") || data68.task === void 0 && (missing13 = "task") || data68.condition === void 0 && (missing13 = "condition") || data68.key === void 0 && (missing13 = "key") || data68.sent === void 0 && (missing13 = "sent") || data68.elsewhere === void 0 && (missing13 = "elsewhere")) {
                                validate20.errors = [{ instancePath: instancePath + "/session", schemaPath: "#/properties/session/required", keyword: "required", params: { missingProperty: missing13 }, message: "must have required property '" + missing13 + "'" }];
                                return false;
                              } else {
                                if (data68.baseUrl !== void 0) {
                                  let data69 = data68.baseUrl;
                                  const _errs152 = errors;
                                  const _errs153 = errors;
                                  if (errors === _errs153) {
                                    if (typeof data69 === "string") {
                                      if (func1(data69) > 2e3) {
                                        validate20.errors = [{ instancePath: instancePath + "/session/baseUrl", schemaPath: "#/$defs/address/maxLength", keyword: "maxLength", params: { limit: 2e3 }, message: "must NOT have more than 2000 characters" }];
                                        return false;
                                      } else {
                                        if (!pattern8.test(data69)) {
                                          validate20.errors = [{ instancePath: instancePath + "/session/baseUrl", schemaPath: "#/$defs/address/pattern", keyword: "pattern", params: { pattern: "^https?://[A-Za-z0-9.:\\[\\]-]+(/[\\x21-\\x7e]*)?$" }, message: 'must match pattern "^https?://[A-Za-z0-9.:\\[\\]-]+(/[\\x21-\\x7e]*)?$"' }];
                                          return false;
                                        }
                                      }
                                    } else {
                                      validate20.errors = [{ instancePath: instancePath + "/session/baseUrl", schemaPath: "#/$defs/address/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                      return false;
                                    }
                                  }
                                  var valid45 = _errs152 === errors;
                                } else {
                                  var valid45 = true;
                                }
                                if (valid45) {
                                  if (data68.task !== void 0) {
                                    let data70 = data68.task;
                                    const _errs155 = errors;
                                    const _errs156 = errors;
                                    if (errors === _errs156) {
                                      if (data70 && typeof data70 == "object" && !Array.isArray(data70)) {
                                        let missing14;
                                        if (data70.name === void 0 && (missing14 = "name") || data70.ends === void 0 && (missing14 = "ends")) {
                                          validate20.errors = [{ instancePath: instancePath + "/session/task", schemaPath: "#/$defs/task/required", keyword: "required", params: { missingProperty: missing14 }, message: "must have required property '" + missing14 + "'" }];
                                          return false;
                                        } else {
                                          if (data70.name !== void 0) {
                                            let data71 = data70.name;
                                            const _errs158 = errors;
                                            if (!(data71 === "approve" || data71 === "deny" || data71 === "company" || data71 === "reject")) {
                                              validate20.errors = [{ instancePath: instancePath + "/session/task/name", schemaPath: "#/$defs/task/properties/name/enum", keyword: "enum", params: { allowedValues: schema48.properties.name.enum }, message: "must be equal to one of the allowed values" }];
                                              return false;
                                            }
                                            var valid48 = _errs158 === errors;
                                          } else {
                                            var valid48 = true;
                                          }
                                          if (valid48) {
                                            if (data70.type !== void 0) {
                                              let data72 = data70.type;
                                              const _errs159 = errors;
                                              if (!(data72 === "PF" || data72 === "PM")) {
                                                validate20.errors = [{ instancePath: instancePath + "/session/task/type", schemaPath: "#/$defs/task/properties/type/enum", keyword: "enum", params: { allowedValues: schema48.properties.type.enum }, message: "must be equal to one of the allowed values" }];
                                                return false;
                                              }
                                              var valid48 = _errs159 === errors;
                                            } else {
                                              var valid48 = true;
                                            }
                                            if (valid48) {
                                              if (data70.ends !== void 0) {
                                                let data73 = data70.ends;
                                                const _errs160 = errors;
                                                if (!(data73 === "APPROVED" || data73 === "DENIED" || data73 === "rejected")) {
                                                  validate20.errors = [{ instancePath: instancePath + "/session/task/ends", schemaPath: "#/$defs/task/properties/ends/enum", keyword: "enum", params: { allowedValues: schema48.properties.ends.enum }, message: "must be equal to one of the allowed values" }];
                                                  return false;
                                                }
                                                var valid48 = _errs160 === errors;
                                              } else {
                                                var valid48 = true;
                                              }
                                            }
                                          }
                                        }
                                      } else {
                                        validate20.errors = [{ instancePath: instancePath + "/session/task", schemaPath: "#/$defs/task/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                        return false;
                                      }
                                    }
                                    var valid45 = _errs155 === errors;
                                  } else {
                                    var valid45 = true;
                                  }
                                  if (valid45) {
                                    if (data68.condition !== void 0) {
                                      const _errs161 = errors;
                                      if (!validate26(data68.condition, { instancePath: instancePath + "/session/condition", parentData: data68, parentDataProperty: "condition", rootData, dynamicAnchors })) {
                                        vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
                                        errors = vErrors.length;
                                      }
                                      var valid45 = _errs161 === errors;
                                    } else {
                                      var valid45 = true;
                                    }
                                    if (valid45) {
                                      if (data68.key !== void 0) {
                                        let data75 = data68.key;
                                        const _errs162 = errors;
                                        const _errs163 = errors;
                                        if (errors === _errs163) {
                                          if (typeof data75 === "string") {
                                            if (!pattern4.test(data75)) {
                                              validate20.errors = [{ instancePath: instancePath + "/session/key", schemaPath: "#/$defs/word/pattern", keyword: "pattern", params: { pattern: "^[\\x21-\\x7e]{1,200}$" }, message: 'must match pattern "^[\\x21-\\x7e]{1,200}$"' }];
                                              return false;
                                            }
                                          } else {
                                            validate20.errors = [{ instancePath: instancePath + "/session/key", schemaPath: "#/$defs/word/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                            return false;
                                          }
                                        }
                                        var valid45 = _errs162 === errors;
                                      } else {
                                        var valid45 = true;
                                      }
                                      if (valid45) {
                                        if (data68.file !== void 0) {
                                          let data76 = data68.file;
                                          const _errs165 = errors;
                                          if (errors === _errs165) {
                                            if (data76 && typeof data76 == "object" && !Array.isArray(data76)) {
                                              let missing15;
                                              if (data76.sha256 === void 0 && (missing15 = "sha256") || data76.bytes === void 0 && (missing15 = "bytes")) {
                                                validate20.errors = [{ instancePath: instancePath + "/session/file", schemaPath: "#/properties/session/properties/file/required", keyword: "required", params: { missingProperty: missing15 }, message: "must have required property '" + missing15 + "'" }];
                                                return false;
                                              } else {
                                                if (data76.sha256 !== void 0) {
                                                  let data77 = data76.sha256;
                                                  const _errs167 = errors;
                                                  const _errs168 = errors;
                                                  if (errors === _errs168) {
                                                    if (typeof data77 === "string") {
                                                      if (!pattern4.test(data77)) {
                                                        validate20.errors = [{ instancePath: instancePath + "/session/file/sha256", schemaPath: "#/$defs/word/pattern", keyword: "pattern", params: { pattern: "^[\\x21-\\x7e]{1,200}$" }, message: 'must match pattern "^[\\x21-\\x7e]{1,200}$"' }];
                                                        return false;
                                                      }
                                                    } else {
                                                      validate20.errors = [{ instancePath: instancePath + "/session/file/sha256", schemaPath: "#/$defs/word/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                                      return false;
                                                    }
                                                  }
                                                  var valid50 = _errs167 === errors;
                                                } else {
                                                  var valid50 = true;
                                                }
                                                if (valid50) {
                                                  if (data76.bytes !== void 0) {
                                                    let data78 = data76.bytes;
                                                    const _errs170 = errors;
                                                    const _errs171 = errors;
                                                    if (errors === _errs171) {
                                                      if (data78 && typeof data78 == "object" && !Array.isArray(data78)) {
                                                        if (Object.keys(data78).length > 1) {
                                                          validate20.errors = [{ instancePath: instancePath + "/session/file/bytes", schemaPath: "#/$defs/bytes/maxProperties", keyword: "maxProperties", params: { limit: 1 }, message: "must NOT have more than 1 properties" }];
                                                          return false;
                                                        } else {
                                                          if (Object.keys(data78).length < 1) {
                                                            validate20.errors = [{ instancePath: instancePath + "/session/file/bytes", schemaPath: "#/$defs/bytes/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" }];
                                                            return false;
                                                          }
                                                        }
                                                      } else {
                                                        validate20.errors = [{ instancePath: instancePath + "/session/file/bytes", schemaPath: "#/$defs/bytes/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                        return false;
                                                      }
                                                    }
                                                    var valid50 = _errs170 === errors;
                                                  } else {
                                                    var valid50 = true;
                                                  }
                                                }
                                              }
                                            } else {
                                              validate20.errors = [{ instancePath: instancePath + "/session/file", schemaPath: "#/properties/session/properties/file/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                              return false;
                                            }
                                          }
                                          var valid45 = _errs165 === errors;
                                        } else {
                                          var valid45 = true;
                                        }
                                        if (valid45) {
                                          if (data68.sent !== void 0) {
                                            let data79 = data68.sent;
                                            const _errs173 = errors;
                                            if (errors === _errs173) {
                                              if (Array.isArray(data79)) {
                                                var valid53 = true;
                                                const len6 = data79.length;
                                                for (let i6 = 0; i6 < len6; i6++) {
                                                  let data80 = data79[i6];
                                                  const _errs175 = errors;
                                                  if (errors === _errs175) {
                                                    if (data80 && typeof data80 == "object" && !Array.isArray(data80)) {
                                                      let missing16;
                                                      if (data80.exchange === void 0 && (missing16 = "exchange")) {
                                                        validate20.errors = [{ instancePath: instancePath + "/session/sent/" + i6, schemaPath: "#/properties/session/properties/sent/items/required", keyword: "required", params: { missingProperty: missing16 }, message: "must have required property '" + missing16 + "'" }];
                                                        return false;
                                                      } else {
                                                        if (data80.exchange !== void 0) {
                                                          let data81 = data80.exchange;
                                                          const _errs177 = errors;
                                                          const _errs178 = errors;
                                                          if (!(typeof data81 == "number" && (!(data81 % 1) && !isNaN(data81)) && isFinite(data81))) {
                                                            validate20.errors = [{ instancePath: instancePath + "/session/sent/" + i6 + "/exchange", schemaPath: "#/$defs/place/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                                            return false;
                                                          }
                                                          if (errors === _errs178) {
                                                            if (typeof data81 == "number" && isFinite(data81)) {
                                                              if (data81 < 0 || isNaN(data81)) {
                                                                validate20.errors = [{ instancePath: instancePath + "/session/sent/" + i6 + "/exchange", schemaPath: "#/$defs/place/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                                                return false;
                                                              }
                                                            }
                                                          }
                                                          var valid54 = _errs177 === errors;
                                                        } else {
                                                          var valid54 = true;
                                                        }
                                                        if (valid54) {
                                                          if (data80.served !== void 0) {
                                                            let data82 = data80.served;
                                                            const _errs180 = errors;
                                                            if (!(typeof data82 == "number" && (!(data82 % 1) && !isNaN(data82)) && isFinite(data82))) {
                                                              validate20.errors = [{ instancePath: instancePath + "/session/sent/" + i6 + "/served", schemaPath: "#/properties/session/properties/sent/items/properties/served/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                                              return false;
                                                            }
                                                            var valid54 = _errs180 === errors;
                                                          } else {
                                                            var valid54 = true;
                                                          }
                                                        }
                                                      }
                                                    } else {
                                                      validate20.errors = [{ instancePath: instancePath + "/session/sent/" + i6, schemaPath: "#/properties/session/properties/sent/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                      return false;
                                                    }
                                                  }
                                                  var valid53 = _errs175 === errors;
                                                  if (!valid53) {
                                                    break;
                                                  }
                                                }
                                              } else {
                                                validate20.errors = [{ instancePath: instancePath + "/session/sent", schemaPath: "#/properties/session/properties/sent/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                                return false;
                                              }
                                            }
                                            var valid45 = _errs173 === errors;
                                          } else {
                                            var valid45 = true;
                                          }
                                          if (valid45) {
                                            if (data68.elsewhere !== void 0) {
                                              let data83 = data68.elsewhere;
                                              const _errs182 = errors;
                                              if (errors === _errs182) {
                                                if (Array.isArray(data83)) {
                                                  var valid56 = true;
                                                  const len7 = data83.length;
                                                  for (let i7 = 0; i7 < len7; i7++) {
                                                    let data84 = data83[i7];
                                                    const _errs184 = errors;
                                                    const _errs185 = errors;
                                                    if (!(typeof data84 == "number" && (!(data84 % 1) && !isNaN(data84)) && isFinite(data84))) {
                                                      validate20.errors = [{ instancePath: instancePath + "/session/elsewhere/" + i7, schemaPath: "#/$defs/place/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                                      return false;
                                                    }
                                                    if (errors === _errs185) {
                                                      if (typeof data84 == "number" && isFinite(data84)) {
                                                        if (data84 < 0 || isNaN(data84)) {
                                                          validate20.errors = [{ instancePath: instancePath + "/session/elsewhere/" + i7, schemaPath: "#/$defs/place/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                                          return false;
                                                        }
                                                      }
                                                    }
                                                    var valid56 = _errs184 === errors;
                                                    if (!valid56) {
                                                      break;
                                                    }
                                                  }
                                                } else {
                                                  validate20.errors = [{ instancePath: instancePath + "/session/elsewhere", schemaPath: "#/properties/session/properties/elsewhere/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                                  return false;
                                                }
                                              }
                                              var valid45 = _errs182 === errors;
                                            } else {
                                              var valid45 = true;
                                            }
                                            if (valid45) {
                                              if (data68.events !== void 0) {
                                                let data85 = data68.events;
                                                const _errs187 = errors;
                                                if (errors === _errs187) {
                                                  if (data85 && typeof data85 == "object" && !Array.isArray(data85)) {
                                                    let missing17;
                                                    if (data85.wereSent === void 0 && (missing17 = "wereSent") || data85.deliveries === void 0 && (missing17 = "deliveries")) {
                                                      validate20.errors = [{ instancePath: instancePath + "/session/events", schemaPath: "#/properties/session/properties/events/required", keyword: "required", params: { missingProperty: missing17 }, message: "must have required property '" + missing17 + "'" }];
                                                      return false;
                                                    } else {
                                                      if (data85.wereSent !== void 0) {
                                                        const _errs189 = errors;
                                                        if (typeof data85.wereSent !== "boolean") {
                                                          validate20.errors = [{ instancePath: instancePath + "/session/events/wereSent", schemaPath: "#/properties/session/properties/events/properties/wereSent/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                                                          return false;
                                                        }
                                                        var valid58 = _errs189 === errors;
                                                      } else {
                                                        var valid58 = true;
                                                      }
                                                      if (valid58) {
                                                        if (data85.deliveries !== void 0) {
                                                          let data87 = data85.deliveries;
                                                          const _errs191 = errors;
                                                          if (errors === _errs191) {
                                                            if (Array.isArray(data87)) {
                                                              var valid59 = true;
                                                              const len8 = data87.length;
                                                              for (let i8 = 0; i8 < len8; i8++) {
                                                                let data88 = data87[i8];
                                                                const _errs193 = errors;
                                                                if (errors === _errs193) {
                                                                  if (data88 && typeof data88 == "object" && !Array.isArray(data88)) {
                                                                    let missing18;
                                                                    if (data88.kind === void 0 && (missing18 = "kind") || data88.event === void 0 && (missing18 = "event") || data88.exchange === void 0 && (missing18 = "exchange")) {
                                                                      validate20.errors = [{ instancePath: instancePath + "/session/events/deliveries/" + i8, schemaPath: "#/properties/session/properties/events/properties/deliveries/items/required", keyword: "required", params: { missingProperty: missing18 }, message: "must have required property '" + missing18 + "'" }];
                                                                      return false;
                                                                    } else {
                                                                      if (data88.kind !== void 0) {
                                                                        let data89 = data88.kind;
                                                                        const _errs195 = errors;
                                                                        if (typeof data89 !== "string" && !(data89 && typeof data89 == "object" && !Array.isArray(data89))) {
                                                                          validate20.errors = [{ instancePath: instancePath + "/session/events/deliveries/" + i8 + "/kind", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                                                                          return false;
                                                                        }
                                                                        var valid60 = _errs195 === errors;
                                                                      } else {
                                                                        var valid60 = true;
                                                                      }
                                                                      if (valid60) {
                                                                        if (data88.event !== void 0) {
                                                                          let data90 = data88.event;
                                                                          const _errs198 = errors;
                                                                          if (typeof data90 !== "string" && !(data90 && typeof data90 == "object" && !Array.isArray(data90))) {
                                                                            validate20.errors = [{ instancePath: instancePath + "/session/events/deliveries/" + i8 + "/event", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                                                                            return false;
                                                                          }
                                                                          var valid60 = _errs198 === errors;
                                                                        } else {
                                                                          var valid60 = true;
                                                                        }
                                                                        if (valid60) {
                                                                          if (data88.exchange !== void 0) {
                                                                            let data91 = data88.exchange;
                                                                            const _errs201 = errors;
                                                                            const _errs202 = errors;
                                                                            if (!(typeof data91 == "number" && (!(data91 % 1) && !isNaN(data91)) && isFinite(data91))) {
                                                                              validate20.errors = [{ instancePath: instancePath + "/session/events/deliveries/" + i8 + "/exchange", schemaPath: "#/$defs/place/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                                                              return false;
                                                                            }
                                                                            if (errors === _errs202) {
                                                                              if (typeof data91 == "number" && isFinite(data91)) {
                                                                                if (data91 < 0 || isNaN(data91)) {
                                                                                  validate20.errors = [{ instancePath: instancePath + "/session/events/deliveries/" + i8 + "/exchange", schemaPath: "#/$defs/place/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                                                                  return false;
                                                                                }
                                                                              }
                                                                            }
                                                                            var valid60 = _errs201 === errors;
                                                                          } else {
                                                                            var valid60 = true;
                                                                          }
                                                                        }
                                                                      }
                                                                    }
                                                                  } else {
                                                                    validate20.errors = [{ instancePath: instancePath + "/session/events/deliveries/" + i8, schemaPath: "#/properties/session/properties/events/properties/deliveries/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                                    return false;
                                                                  }
                                                                }
                                                                var valid59 = _errs193 === errors;
                                                                if (!valid59) {
                                                                  break;
                                                                }
                                                              }
                                                            } else {
                                                              validate20.errors = [{ instancePath: instancePath + "/session/events/deliveries", schemaPath: "#/properties/session/properties/events/properties/deliveries/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                                              return false;
                                                            }
                                                          }
                                                          var valid58 = _errs191 === errors;
                                                        } else {
                                                          var valid58 = true;
                                                        }
                                                      }
                                                    }
                                                  } else {
                                                    validate20.errors = [{ instancePath: instancePath + "/session/events", schemaPath: "#/properties/session/properties/events/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                    return false;
                                                  }
                                                }
                                                var valid45 = _errs187 === errors;
                                              } else {
                                                var valid45 = true;
                                              }
                                              if (valid45) {
                                                if (data68.ended !== void 0) {
                                                  let data92 = data68.ended;
                                                  const _errs204 = errors;
                                                  if (errors === _errs204) {
                                                    if (data92 && typeof data92 == "object" && !Array.isArray(data92)) {
                                                      let missing19;
                                                      if (data92.code === void 0 && (missing19 = "code") || data92.isTimedOut === void 0 && (missing19 = "isTimedOut") || data92.lastLine === void 0 && (missing19 = "lastLine") || data92.lastError === void 0 && (missing19 = "lastError")) {
                                                        validate20.errors = [{ instancePath: instancePath + "/session/ended", schemaPath: "#/properties/session/properties/ended/required", keyword: "required", params: { missingProperty: missing19 }, message: "must have required property '" + missing19 + "'" }];
                                                        return false;
                                                      } else {
                                                        if (data92.code !== void 0) {
                                                          let data93 = data92.code;
                                                          const _errs206 = errors;
                                                          if (!(typeof data93 == "number" && (!(data93 % 1) && !isNaN(data93)) && isFinite(data93)) && data93 !== null) {
                                                            validate20.errors = [{ instancePath: instancePath + "/session/ended/code", schemaPath: "#/properties/session/properties/ended/properties/code/type", keyword: "type", params: { type: schema31.properties.session.properties.ended.properties.code.type }, message: "must be integer,null" }];
                                                            return false;
                                                          }
                                                          var valid64 = _errs206 === errors;
                                                        } else {
                                                          var valid64 = true;
                                                        }
                                                        if (valid64) {
                                                          if (data92.isTimedOut !== void 0) {
                                                            const _errs208 = errors;
                                                            if (typeof data92.isTimedOut !== "boolean") {
                                                              validate20.errors = [{ instancePath: instancePath + "/session/ended/isTimedOut", schemaPath: "#/properties/session/properties/ended/properties/isTimedOut/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                                                              return false;
                                                            }
                                                            var valid64 = _errs208 === errors;
                                                          } else {
                                                            var valid64 = true;
                                                          }
                                                          if (valid64) {
                                                            if (data92.lastLine !== void 0) {
                                                              let data95 = data92.lastLine;
                                                              const _errs210 = errors;
                                                              if (typeof data95 !== "string" && !(data95 && typeof data95 == "object" && !Array.isArray(data95))) {
                                                                validate20.errors = [{ instancePath: instancePath + "/session/ended/lastLine", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                                                                return false;
                                                              }
                                                              var valid64 = _errs210 === errors;
                                                            } else {
                                                              var valid64 = true;
                                                            }
                                                            if (valid64) {
                                                              if (data92.lastError !== void 0) {
                                                                let data96 = data92.lastError;
                                                                const _errs213 = errors;
                                                                if (typeof data96 !== "string" && !(data96 && typeof data96 == "object" && !Array.isArray(data96))) {
                                                                  validate20.errors = [{ instancePath: instancePath + "/session/ended/lastError", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema40.type }, message: "must be string,object" }];
                                                                  return false;
                                                                }
                                                                var valid64 = _errs213 === errors;
                                                              } else {
                                                                var valid64 = true;
                                                              }
                                                            }
                                                          }
                                                        }
                                                      }
                                                    } else {
                                                      validate20.errors = [{ instancePath: instancePath + "/session/ended", schemaPath: "#/properties/session/properties/ended/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                      return false;
                                                    }
                                                  }
                                                  var valid45 = _errs204 === errors;
                                                } else {
                                                  var valid45 = true;
                                                }
                                                if (valid45) {
                                                  if (data68.isOpen !== void 0) {
                                                    const _errs216 = errors;
                                                    if (typeof data68.isOpen !== "boolean") {
                                                      validate20.errors = [{ instancePath: instancePath + "/session/isOpen", schemaPath: "#/properties/session/properties/isOpen/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                                                      return false;
                                                    }
                                                    var valid45 = _errs216 === errors;
                                                  } else {
                                                    var valid45 = true;
                                                  }
                                                  if (valid45) {
                                                    if (data68.lateness !== void 0) {
                                                      let data98 = data68.lateness;
                                                      const _errs218 = errors;
                                                      if (!(typeof data98 == "number" && isFinite(data98))) {
                                                        validate20.errors = [{ instancePath: instancePath + "/session/lateness", schemaPath: "#/properties/session/properties/lateness/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                                                        return false;
                                                      }
                                                      var valid45 = _errs218 === errors;
                                                    } else {
                                                      var valid45 = true;
                                                    }
                                                  }
                                                }
                                              }
                                            }
                                          }
                                        }
                                      }
                                    }
                                  }
                                }
                              }
                            } else {
                              validate20.errors = [{ instancePath: instancePath + "/session", schemaPath: "#/properties/session/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                              return false;
                            }
                          }
                          var valid0 = _errs150 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.end !== void 0) {
                            let data99 = data.end;
                            const _errs220 = errors;
                            if (errors === _errs220) {
                              if (data99 && typeof data99 == "object" && !Array.isArray(data99)) {
                                const _errs222 = errors;
                                for (const key3 in data99) {
                                  if (!(key3 === "traffic" || key3 === "takenOut" || key3 === "watched" || key3 === "unreachable" || key3 === "interrupted" || key3 === "interruptions")) {
                                    validate20.errors = [{ instancePath: instancePath + "/end", schemaPath: "#/properties/end/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties" }];
                                    return false;
                                    break;
                                  }
                                }
                                if (_errs222 === errors) {
                                  if (data99.traffic !== void 0) {
                                    const _errs223 = errors;
                                    if (!validate25(data99.traffic, { instancePath: instancePath + "/end/traffic", parentData: data99, parentDataProperty: "traffic", rootData, dynamicAnchors })) {
                                      vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
                                      errors = vErrors.length;
                                    }
                                    var valid67 = _errs223 === errors;
                                  } else {
                                    var valid67 = true;
                                  }
                                  if (valid67) {
                                    if (data99.takenOut !== void 0) {
                                      let data101 = data99.takenOut;
                                      const _errs224 = errors;
                                      if (errors === _errs224) {
                                        if (data101 && typeof data101 == "object" && !Array.isArray(data101)) {
                                          let missing20;
                                          if (data101.after === void 0 && (missing20 = "after") || data101.milliseconds === void 0 && (missing20 = "milliseconds")) {
                                            validate20.errors = [{ instancePath: instancePath + "/end/takenOut", schemaPath: "#/properties/end/properties/takenOut/required", keyword: "required", params: { missingProperty: missing20 }, message: "must have required property '" + missing20 + "'" }];
                                            return false;
                                          } else {
                                            if (data101.after !== void 0) {
                                              let data102 = data101.after;
                                              const _errs226 = errors;
                                              if (!(data102 === 429 || data102 === 503)) {
                                                validate20.errors = [{ instancePath: instancePath + "/end/takenOut/after", schemaPath: "#/properties/end/properties/takenOut/properties/after/enum", keyword: "enum", params: { allowedValues: schema31.properties.end.properties.takenOut.properties.after.enum }, message: "must be equal to one of the allowed values" }];
                                                return false;
                                              }
                                              var valid68 = _errs226 === errors;
                                            } else {
                                              var valid68 = true;
                                            }
                                            if (valid68) {
                                              if (data101.milliseconds !== void 0) {
                                                let data103 = data101.milliseconds;
                                                const _errs227 = errors;
                                                if (!(typeof data103 == "number" && isFinite(data103))) {
                                                  validate20.errors = [{ instancePath: instancePath + "/end/takenOut/milliseconds", schemaPath: "#/properties/end/properties/takenOut/properties/milliseconds/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                                                  return false;
                                                }
                                                var valid68 = _errs227 === errors;
                                              } else {
                                                var valid68 = true;
                                              }
                                            }
                                          }
                                        } else {
                                          validate20.errors = [{ instancePath: instancePath + "/end/takenOut", schemaPath: "#/properties/end/properties/takenOut/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                          return false;
                                        }
                                      }
                                      var valid67 = _errs224 === errors;
                                    } else {
                                      var valid67 = true;
                                    }
                                    if (valid67) {
                                      if (data99.watched !== void 0) {
                                        let data104 = data99.watched;
                                        const _errs229 = errors;
                                        if (!(typeof data104 == "number" && isFinite(data104)) && !(data104 && typeof data104 == "object" && !Array.isArray(data104))) {
                                          validate20.errors = [{ instancePath: instancePath + "/end/watched", schemaPath: "#/properties/end/properties/watched/type", keyword: "type", params: { type: schema31.properties.end.properties.watched.type }, message: "must be number,object" }];
                                          return false;
                                        }
                                        var valid67 = _errs229 === errors;
                                      } else {
                                        var valid67 = true;
                                      }
                                      if (valid67) {
                                        if (data99.unreachable !== void 0) {
                                          let data105 = data99.unreachable;
                                          const _errs231 = errors;
                                          const _errs232 = errors;
                                          if (errors === _errs232) {
                                            if (typeof data105 === "string") {
                                              if (func1(data105) > 2e3) {
                                                validate20.errors = [{ instancePath: instancePath + "/end/unreachable", schemaPath: "#/$defs/line/maxLength", keyword: "maxLength", params: { limit: 2e3 }, message: "must NOT have more than 2000 characters" }];
                                                return false;
                                              } else {
                                                if (!pattern11.test(data105)) {
                                                  validate20.errors = [{ instancePath: instancePath + "/end/unreachable", schemaPath: "#/$defs/line/pattern", keyword: "pattern", params: { pattern: "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$" }, message: 'must match pattern "^[^\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"' }];
                                                  return false;
                                                }
                                              }
                                            } else {
                                              validate20.errors = [{ instancePath: instancePath + "/end/unreachable", schemaPath: "#/$defs/line/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                              return false;
                                            }
                                          }
                                          var valid67 = _errs231 === errors;
                                        } else {
                                          var valid67 = true;
                                        }
                                        if (valid67) {
                                          if (data99.interrupted !== void 0) {
                                            const _errs234 = errors;
                                            if (true !== data99.interrupted) {
                                              validate20.errors = [{ instancePath: instancePath + "/end/interrupted", schemaPath: "#/properties/end/properties/interrupted/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" }];
                                              return false;
                                            }
                                            var valid67 = _errs234 === errors;
                                          } else {
                                            var valid67 = true;
                                          }
                                          if (valid67) {
                                            if (data99.interruptions !== void 0) {
                                              let data107 = data99.interruptions;
                                              const _errs235 = errors;
                                              if (errors === _errs235) {
                                                if (Array.isArray(data107)) {
                                                  var valid70 = true;
                                                  const len9 = data107.length;
                                                  for (let i9 = 0; i9 < len9; i9++) {
                                                    let data108 = data107[i9];
                                                    const _errs237 = errors;
                                                    if (errors === _errs237) {
                                                      if (data108 && typeof data108 == "object" && !Array.isArray(data108)) {
                                                        let missing21;
                                                        if (data108.start === void 0 && (missing21 = "start") || data108.by === void 0 && (missing21 = "by")) {
                                                          validate20.errors = [{ instancePath: instancePath + "/end/interruptions/" + i9, schemaPath: "#/properties/end/properties/interruptions/items/required", keyword: "required", params: { missingProperty: missing21 }, message: "must have required property '" + missing21 + "'" }];
                                                          return false;
                                                        } else {
                                                          if (data108.start !== void 0) {
                                                            let data109 = data108.start;
                                                            const _errs239 = errors;
                                                            if (!(typeof data109 == "number" && isFinite(data109))) {
                                                              validate20.errors = [{ instancePath: instancePath + "/end/interruptions/" + i9 + "/start", schemaPath: "#/properties/end/properties/interruptions/items/properties/start/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                                                              return false;
                                                            }
                                                            var valid71 = _errs239 === errors;
                                                          } else {
                                                            var valid71 = true;
                                                          }
                                                          if (valid71) {
                                                            if (data108.end !== void 0) {
                                                              let data110 = data108.end;
                                                              const _errs241 = errors;
                                                              if (!(typeof data110 == "number" && isFinite(data110))) {
                                                                validate20.errors = [{ instancePath: instancePath + "/end/interruptions/" + i9 + "/end", schemaPath: "#/properties/end/properties/interruptions/items/properties/end/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                                                                return false;
                                                              }
                                                              var valid71 = _errs241 === errors;
                                                            } else {
                                                              var valid71 = true;
                                                            }
                                                            if (valid71) {
                                                              if (data108.by !== void 0) {
                                                                let data111 = data108.by;
                                                                const _errs243 = errors;
                                                                if (!(data111 === "service" || data111 === "gateway")) {
                                                                  validate20.errors = [{ instancePath: instancePath + "/end/interruptions/" + i9 + "/by", schemaPath: "#/properties/end/properties/interruptions/items/properties/by/enum", keyword: "enum", params: { allowedValues: schema31.properties.end.properties.interruptions.items.properties.by.enum }, message: "must be equal to one of the allowed values" }];
                                                                  return false;
                                                                }
                                                                var valid71 = _errs243 === errors;
                                                              } else {
                                                                var valid71 = true;
                                                              }
                                                            }
                                                          }
                                                        }
                                                      } else {
                                                        validate20.errors = [{ instancePath: instancePath + "/end/interruptions/" + i9, schemaPath: "#/properties/end/properties/interruptions/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                                        return false;
                                                      }
                                                    }
                                                    var valid70 = _errs237 === errors;
                                                    if (!valid70) {
                                                      break;
                                                    }
                                                  }
                                                } else {
                                                  validate20.errors = [{ instancePath: instancePath + "/end/interruptions", schemaPath: "#/properties/end/properties/interruptions/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                                  return false;
                                                }
                                              }
                                              var valid67 = _errs235 === errors;
                                            } else {
                                              var valid67 = true;
                                            }
                                          }
                                        }
                                      }
                                    }
                                  }
                                }
                              } else {
                                validate20.errors = [{ instancePath: instancePath + "/end", schemaPath: "#/properties/end/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                return false;
                              }
                            }
                            var valid0 = _errs220 === errors;
                          } else {
                            var valid0 = true;
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate20.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate20.errors = vErrors;
  return errors === 0;
}
validate20.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
export {
  RecordingLine
};
