// Written by `npm run generate` from conformance/cli/settings/flags.ts. Never edited.
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/fast-deep-equal/index.js
var require_fast_deep_equal = __commonJS({
  "node_modules/fast-deep-equal/index.js"(exports, module) {
    "use strict";
    module.exports = function equal(a, b) {
      if (a === b) return true;
      if (a && b && typeof a == "object" && typeof b == "object") {
        if (a.constructor !== b.constructor) return false;
        var length, i, keys;
        if (Array.isArray(a)) {
          length = a.length;
          if (length != b.length) return false;
          for (i = length; i-- !== 0; )
            if (!equal(a[i], b[i])) return false;
          return true;
        }
        if (a.constructor === RegExp) return a.source === b.source && a.flags === b.flags;
        if (a.valueOf !== Object.prototype.valueOf) return a.valueOf() === b.valueOf();
        if (a.toString !== Object.prototype.toString) return a.toString() === b.toString();
        keys = Object.keys(a);
        length = keys.length;
        if (length !== Object.keys(b).length) return false;
        for (i = length; i-- !== 0; )
          if (!Object.prototype.hasOwnProperty.call(b, keys[i])) return false;
        for (i = length; i-- !== 0; ) {
          var key = keys[i];
          if (!equal(a[key], b[key])) return false;
        }
        return true;
      }
      return a !== a && b !== b;
    };
  }
});

// node_modules/ajv/dist/runtime/equal.js
var require_equal = __commonJS({
  "node_modules/ajv/dist/runtime/equal.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    var equal = require_fast_deep_equal();
    equal.code = 'require("ajv/dist/runtime/equal").default';
    exports.default = equal;
  }
});

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
var ManifestFile = validate20;
var schema31 = { "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "conformance.yaml", "description": "Settings file: the settings of a run. A flag has priority over the environment, and the environment over this file. It must not contain keys and secrets: set them in IDV_API_KEY, IDV_OTHER_API_KEY, IDV_LIVE_API_KEY, IDV_WEBHOOK_SECRET, IDV_OTHER_WEBHOOK_SECRET.", "type": "object", "additionalProperties": false, "properties": { "base-url": { "description": "Address of the service to judge (the candidate), http or https; it may have a path.", "type": "string", "pattern": "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$", "examples": ["https://candidate.example/v1"] }, "claims": { "description": "Optional parts of the contract that the candidate has. A live key also claims live-key.", "type": "array", "items": { "enum": ["sandbox", "webhooks", "live-key"] }, "uniqueItems": true }, "webhook-listen": { "description": "Host and port at which the suite receives events, such as 127.0.0.1:9099; IDV_WEBHOOK_SECRET and IDV_OTHER_WEBHOOK_SECRET contain the secrets with which the candidate signs them.", "type": "string", "pattern": "^.+:[0-9]{1,5}$", "examples": ["127.0.0.1:9099"] }, "webhook-url": { "description": "URL at which the candidate can reach --webhook-listen, if it is different.", "type": "string", "pattern": "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$", "examples": ["http://suite.example:9099"] }, "slow": { "description": "Also judge how long the candidate waits for the response to an event, and whether this delays the events of another tenant; the run takes 40 seconds longer.", "type": "boolean", "default": false }, "class": { "description": "Which requirements are judged: stated (only those of the source document) or full (all, also decisions of this project).", "enum": ["stated", "full"], "default": "full" }, "contract": { "description": "Version of the contract that the candidate is built for, such as 0.2 or 0.2.0, in quotes; if the suite judges another version, it stops with exit code 2.", "type": "string", "pattern": "^[0-9]+\\.[0-9]+(\\.[0-9]+)?$", "examples": ["0.2"] }, "key-header": { "description": "Header that carries the key, with {key} in its value; never the key itself.", "type": "string", "default": "Authorization: Bearer {key}", "pattern": "^[!#$%&'*+.^_`|~A-Za-z0-9-]+:\\s*.*\\{key\\}", "examples": ["X-API-Key: {key}"] }, "id-from": { "description": "Where the response to a create contains the case id: a JSON pointer, or Location.", "type": "string", "default": "/id", "pattern": "^(/.*|Location)$" }, "fixtures": { "description": "With class stated: the file and the reference to send, for a candidate that accepts only certain ones.", "type": "object", "additionalProperties": false, "properties": { "evidence": { "description": "With --class stated: the file that the suite uploads as ID_FRONT, instead of its own JPEG. The path is relative to this file.", "type": "string", "minLength": 1 }, "reference": { "description": "With --class stated: the reference of every case that the suite creates.", "type": "string", "minLength": 1 } } }, "headers": { "description": "Headers that are sent with every request, by name; set one that holds a secret by IDV_HEADER.", "type": "object", "propertyNames": { "pattern": "^[!#$%&'*+.^_`|~A-Za-z0-9-]+$" }, "additionalProperties": { "type": "string", "pattern": "^[\\x20-\\x7e]+$" }, "examples": [{ "X-Route": "blue" }] }, "known-failures": { "description": "File that lists known failures with their reasons, as YAML or JSON. Listed scenarios, and what they block, do not change the exit code. The path is relative to this file.", "type": "string", "minLength": 1 }, "ca": { "description": "File with the certificate of a private CA (PEM). The path is relative to this file.", "type": "string", "minLength": 1 }, "wait": { "description": "Seconds to wait for the first response of the candidate.", "type": "number", "exclusiveMinimum": 0 }, "concurrency": { "description": "Number of scenarios that run at the same time.", "type": "integer", "minimum": 1, "default": 48 }, "rate": { "description": "Maximum number of requests per second, for a candidate with a quota; up to four fifths of them may be sent at the same moment.", "type": "integer", "minimum": 1 }, "timeout": { "description": "Maximum time for one response in seconds, counted from the last byte of the request.", "type": "number", "exclusiveMinimum": 0, "default": 10 }, "deadline": { "description": "Maximum time for the whole run in seconds; large uploads and --rate extend it.", "type": "number", "exclusiveMinimum": 0, "default": 300 } }, "$id": "ManifestFile" };
var func1 = Object.prototype.hasOwnProperty;
var func0 = require_equal().default;
var func3 = require_ucs2length().default;
var pattern4 = new RegExp("^https?://[^/?#@\\s]+(/[^?#\\s]*)?$", "u");
var pattern5 = new RegExp("^.+:[0-9]{1,5}$", "u");
var pattern7 = new RegExp("^[0-9]+\\.[0-9]+(\\.[0-9]+)?$", "u");
var pattern8 = new RegExp("^[!#$%&'*+.^_`|~A-Za-z0-9-]+:\\s*.*\\{key\\}", "u");
var pattern9 = new RegExp("^(/.*|Location)$", "u");
var pattern10 = new RegExp("^[!#$%&'*+.^_`|~A-Za-z0-9-]+$", "u");
var pattern11 = new RegExp("^[\\x20-\\x7e]+$", "u");
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
      const _errs1 = errors;
      for (const key0 in data) {
        if (!func1.call(schema31.properties, key0)) {
          validate20.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema31, data }];
          return false;
          break;
        }
      }
      if (_errs1 === errors) {
        if (data["base-url"] !== void 0) {
          let data0 = data["base-url"];
          const _errs2 = errors;
          if (errors === _errs2) {
            if (typeof data0 === "string") {
              if (!pattern4.test(data0)) {
                validate20.errors = [{ instancePath: instancePath + "/base-url", schemaPath: "#/properties/base-url/pattern", keyword: "pattern", params: { pattern: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$" }, message: 'must match pattern "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$"', schema: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$", parentSchema: schema31.properties["base-url"], data: data0 }];
                return false;
              }
            } else {
              validate20.errors = [{ instancePath: instancePath + "/base-url", schemaPath: "#/properties/base-url/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties["base-url"].type, parentSchema: schema31.properties["base-url"], data: data0 }];
              return false;
            }
          }
          var valid0 = _errs2 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.claims !== void 0) {
            let data1 = data.claims;
            const _errs4 = errors;
            if (errors === _errs4) {
              if (Array.isArray(data1)) {
                var valid1 = true;
                const len0 = data1.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  let data2 = data1[i0];
                  const _errs6 = errors;
                  if (!(data2 === "sandbox" || data2 === "webhooks" || data2 === "live-key")) {
                    validate20.errors = [{ instancePath: instancePath + "/claims/" + i0, schemaPath: "#/properties/claims/items/enum", keyword: "enum", params: { allowedValues: schema31.properties.claims.items.enum }, message: "must be equal to one of the allowed values", schema: schema31.properties.claims.items.enum, parentSchema: schema31.properties.claims.items, data: data2 }];
                    return false;
                  }
                  var valid1 = _errs6 === errors;
                  if (!valid1) {
                    break;
                  }
                }
                if (valid1) {
                  let i1 = data1.length;
                  let j0;
                  if (i1 > 1) {
                    outer0:
                      for (; i1--; ) {
                        for (j0 = i1; j0--; ) {
                          if (func0(data1[i1], data1[j0])) {
                            validate20.errors = [{ instancePath: instancePath + "/claims", schemaPath: "#/properties/claims/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)", schema: true, parentSchema: schema31.properties.claims, data: data1 }];
                            return false;
                            break outer0;
                          }
                        }
                      }
                  }
                }
              } else {
                validate20.errors = [{ instancePath: instancePath + "/claims", schemaPath: "#/properties/claims/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema31.properties.claims.type, parentSchema: schema31.properties.claims, data: data1 }];
                return false;
              }
            }
            var valid0 = _errs4 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data["webhook-listen"] !== void 0) {
              let data3 = data["webhook-listen"];
              const _errs7 = errors;
              if (errors === _errs7) {
                if (typeof data3 === "string") {
                  if (!pattern5.test(data3)) {
                    validate20.errors = [{ instancePath: instancePath + "/webhook-listen", schemaPath: "#/properties/webhook-listen/pattern", keyword: "pattern", params: { pattern: "^.+:[0-9]{1,5}$" }, message: 'must match pattern "^.+:[0-9]{1,5}$"', schema: "^.+:[0-9]{1,5}$", parentSchema: schema31.properties["webhook-listen"], data: data3 }];
                    return false;
                  }
                } else {
                  validate20.errors = [{ instancePath: instancePath + "/webhook-listen", schemaPath: "#/properties/webhook-listen/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties["webhook-listen"].type, parentSchema: schema31.properties["webhook-listen"], data: data3 }];
                  return false;
                }
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data["webhook-url"] !== void 0) {
                let data4 = data["webhook-url"];
                const _errs9 = errors;
                if (errors === _errs9) {
                  if (typeof data4 === "string") {
                    if (!pattern4.test(data4)) {
                      validate20.errors = [{ instancePath: instancePath + "/webhook-url", schemaPath: "#/properties/webhook-url/pattern", keyword: "pattern", params: { pattern: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$" }, message: 'must match pattern "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$"', schema: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$", parentSchema: schema31.properties["webhook-url"], data: data4 }];
                      return false;
                    }
                  } else {
                    validate20.errors = [{ instancePath: instancePath + "/webhook-url", schemaPath: "#/properties/webhook-url/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties["webhook-url"].type, parentSchema: schema31.properties["webhook-url"], data: data4 }];
                    return false;
                  }
                }
                var valid0 = _errs9 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.slow !== void 0) {
                  let data5 = data.slow;
                  const _errs11 = errors;
                  if (typeof data5 !== "boolean") {
                    validate20.errors = [{ instancePath: instancePath + "/slow", schemaPath: "#/properties/slow/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean", schema: schema31.properties.slow.type, parentSchema: schema31.properties.slow, data: data5 }];
                    return false;
                  }
                  var valid0 = _errs11 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.class !== void 0) {
                    let data6 = data.class;
                    const _errs13 = errors;
                    if (!(data6 === "stated" || data6 === "full")) {
                      validate20.errors = [{ instancePath: instancePath + "/class", schemaPath: "#/properties/class/enum", keyword: "enum", params: { allowedValues: schema31.properties.class.enum }, message: "must be equal to one of the allowed values", schema: schema31.properties.class.enum, parentSchema: schema31.properties.class, data: data6 }];
                      return false;
                    }
                    var valid0 = _errs13 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.contract !== void 0) {
                      let data7 = data.contract;
                      const _errs14 = errors;
                      if (errors === _errs14) {
                        if (typeof data7 === "string") {
                          if (!pattern7.test(data7)) {
                            validate20.errors = [{ instancePath: instancePath + "/contract", schemaPath: "#/properties/contract/pattern", keyword: "pattern", params: { pattern: "^[0-9]+\\.[0-9]+(\\.[0-9]+)?$" }, message: 'must match pattern "^[0-9]+\\.[0-9]+(\\.[0-9]+)?$"', schema: "^[0-9]+\\.[0-9]+(\\.[0-9]+)?$", parentSchema: schema31.properties.contract, data: data7 }];
                            return false;
                          }
                        } else {
                          validate20.errors = [{ instancePath: instancePath + "/contract", schemaPath: "#/properties/contract/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties.contract.type, parentSchema: schema31.properties.contract, data: data7 }];
                          return false;
                        }
                      }
                      var valid0 = _errs14 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data["key-header"] !== void 0) {
                        let data8 = data["key-header"];
                        const _errs16 = errors;
                        if (errors === _errs16) {
                          if (typeof data8 === "string") {
                            if (!pattern8.test(data8)) {
                              validate20.errors = [{ instancePath: instancePath + "/key-header", schemaPath: "#/properties/key-header/pattern", keyword: "pattern", params: { pattern: "^[!#$%&'*+.^_`|~A-Za-z0-9-]+:\\s*.*\\{key\\}" }, message: 'must match pattern "^[!#$%&\'*+.^_`|~A-Za-z0-9-]+:\\s*.*\\{key\\}"', schema: "^[!#$%&'*+.^_`|~A-Za-z0-9-]+:\\s*.*\\{key\\}", parentSchema: schema31.properties["key-header"], data: data8 }];
                              return false;
                            }
                          } else {
                            validate20.errors = [{ instancePath: instancePath + "/key-header", schemaPath: "#/properties/key-header/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties["key-header"].type, parentSchema: schema31.properties["key-header"], data: data8 }];
                            return false;
                          }
                        }
                        var valid0 = _errs16 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data["id-from"] !== void 0) {
                          let data9 = data["id-from"];
                          const _errs18 = errors;
                          if (errors === _errs18) {
                            if (typeof data9 === "string") {
                              if (!pattern9.test(data9)) {
                                validate20.errors = [{ instancePath: instancePath + "/id-from", schemaPath: "#/properties/id-from/pattern", keyword: "pattern", params: { pattern: "^(/.*|Location)$" }, message: 'must match pattern "^(/.*|Location)$"', schema: "^(/.*|Location)$", parentSchema: schema31.properties["id-from"], data: data9 }];
                                return false;
                              }
                            } else {
                              validate20.errors = [{ instancePath: instancePath + "/id-from", schemaPath: "#/properties/id-from/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties["id-from"].type, parentSchema: schema31.properties["id-from"], data: data9 }];
                              return false;
                            }
                          }
                          var valid0 = _errs18 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.fixtures !== void 0) {
                            let data10 = data.fixtures;
                            const _errs20 = errors;
                            if (errors === _errs20) {
                              if (data10 && typeof data10 == "object" && !Array.isArray(data10)) {
                                const _errs22 = errors;
                                for (const key1 in data10) {
                                  if (!(key1 === "evidence" || key1 === "reference")) {
                                    validate20.errors = [{ instancePath: instancePath + "/fixtures", schemaPath: "#/properties/fixtures/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema31.properties.fixtures, data: data10 }];
                                    return false;
                                    break;
                                  }
                                }
                                if (_errs22 === errors) {
                                  if (data10.evidence !== void 0) {
                                    let data11 = data10.evidence;
                                    const _errs23 = errors;
                                    if (errors === _errs23) {
                                      if (typeof data11 === "string") {
                                        if (func3(data11) < 1) {
                                          validate20.errors = [{ instancePath: instancePath + "/fixtures/evidence", schemaPath: "#/properties/fixtures/properties/evidence/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema31.properties.fixtures.properties.evidence, data: data11 }];
                                          return false;
                                        }
                                      } else {
                                        validate20.errors = [{ instancePath: instancePath + "/fixtures/evidence", schemaPath: "#/properties/fixtures/properties/evidence/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties.fixtures.properties.evidence.type, parentSchema: schema31.properties.fixtures.properties.evidence, data: data11 }];
                                        return false;
                                      }
                                    }
                                    var valid3 = _errs23 === errors;
                                  } else {
                                    var valid3 = true;
                                  }
                                  if (valid3) {
                                    if (data10.reference !== void 0) {
                                      let data12 = data10.reference;
                                      const _errs25 = errors;
                                      if (errors === _errs25) {
                                        if (typeof data12 === "string") {
                                          if (func3(data12) < 1) {
                                            validate20.errors = [{ instancePath: instancePath + "/fixtures/reference", schemaPath: "#/properties/fixtures/properties/reference/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema31.properties.fixtures.properties.reference, data: data12 }];
                                            return false;
                                          }
                                        } else {
                                          validate20.errors = [{ instancePath: instancePath + "/fixtures/reference", schemaPath: "#/properties/fixtures/properties/reference/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties.fixtures.properties.reference.type, parentSchema: schema31.properties.fixtures.properties.reference, data: data12 }];
                                          return false;
                                        }
                                      }
                                      var valid3 = _errs25 === errors;
                                    } else {
                                      var valid3 = true;
                                    }
                                  }
                                }
                              } else {
                                validate20.errors = [{ instancePath: instancePath + "/fixtures", schemaPath: "#/properties/fixtures/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema31.properties.fixtures.type, parentSchema: schema31.properties.fixtures, data: data10 }];
                                return false;
                              }
                            }
                            var valid0 = _errs20 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.headers !== void 0) {
                              let data13 = data.headers;
                              const _errs27 = errors;
                              if (errors === _errs27) {
                                if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
                                  for (const key2 in data13) {
                                    const _errs29 = errors;
                                    if (typeof key2 === "string") {
                                      if (!pattern10.test(key2)) {
                                        const err0 = { instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/propertyNames/pattern", keyword: "pattern", params: { pattern: "^[!#$%&'*+.^_`|~A-Za-z0-9-]+$" }, message: 'must match pattern "^[!#$%&\'*+.^_`|~A-Za-z0-9-]+$"', schema: "^[!#$%&'*+.^_`|~A-Za-z0-9-]+$", parentSchema: schema31.properties.headers.propertyNames, data: key2, propertyName: key2 };
                                        if (vErrors === null) {
                                          vErrors = [err0];
                                        } else {
                                          vErrors.push(err0);
                                        }
                                        errors++;
                                      }
                                    }
                                    var valid4 = _errs29 === errors;
                                    if (!valid4) {
                                      const err1 = { instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/propertyNames", keyword: "propertyNames", params: { propertyName: key2 }, message: "property name must be valid", schema: schema31.properties.headers.propertyNames, parentSchema: schema31.properties.headers, data: data13 };
                                      if (vErrors === null) {
                                        vErrors = [err1];
                                      } else {
                                        vErrors.push(err1);
                                      }
                                      errors++;
                                      validate20.errors = vErrors;
                                      return false;
                                      break;
                                    }
                                  }
                                  if (valid4) {
                                    for (const key3 in data13) {
                                      let data14 = data13[key3];
                                      const _errs31 = errors;
                                      if (errors === _errs31) {
                                        if (typeof data14 === "string") {
                                          if (!pattern11.test(data14)) {
                                            validate20.errors = [{ instancePath: instancePath + "/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/headers/additionalProperties/pattern", keyword: "pattern", params: { pattern: "^[\\x20-\\x7e]+$" }, message: 'must match pattern "^[\\x20-\\x7e]+$"', schema: "^[\\x20-\\x7e]+$", parentSchema: schema31.properties.headers.additionalProperties, data: data14 }];
                                            return false;
                                          }
                                        } else {
                                          validate20.errors = [{ instancePath: instancePath + "/headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/headers/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties.headers.additionalProperties.type, parentSchema: schema31.properties.headers.additionalProperties, data: data14 }];
                                          return false;
                                        }
                                      }
                                      var valid5 = _errs31 === errors;
                                      if (!valid5) {
                                        break;
                                      }
                                    }
                                  }
                                } else {
                                  validate20.errors = [{ instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema31.properties.headers.type, parentSchema: schema31.properties.headers, data: data13 }];
                                  return false;
                                }
                              }
                              var valid0 = _errs27 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data["known-failures"] !== void 0) {
                                let data15 = data["known-failures"];
                                const _errs33 = errors;
                                if (errors === _errs33) {
                                  if (typeof data15 === "string") {
                                    if (func3(data15) < 1) {
                                      validate20.errors = [{ instancePath: instancePath + "/known-failures", schemaPath: "#/properties/known-failures/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema31.properties["known-failures"], data: data15 }];
                                      return false;
                                    }
                                  } else {
                                    validate20.errors = [{ instancePath: instancePath + "/known-failures", schemaPath: "#/properties/known-failures/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties["known-failures"].type, parentSchema: schema31.properties["known-failures"], data: data15 }];
                                    return false;
                                  }
                                }
                                var valid0 = _errs33 === errors;
                              } else {
                                var valid0 = true;
                              }
                              if (valid0) {
                                if (data.ca !== void 0) {
                                  let data16 = data.ca;
                                  const _errs35 = errors;
                                  if (errors === _errs35) {
                                    if (typeof data16 === "string") {
                                      if (func3(data16) < 1) {
                                        validate20.errors = [{ instancePath: instancePath + "/ca", schemaPath: "#/properties/ca/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema31.properties.ca, data: data16 }];
                                        return false;
                                      }
                                    } else {
                                      validate20.errors = [{ instancePath: instancePath + "/ca", schemaPath: "#/properties/ca/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties.ca.type, parentSchema: schema31.properties.ca, data: data16 }];
                                      return false;
                                    }
                                  }
                                  var valid0 = _errs35 === errors;
                                } else {
                                  var valid0 = true;
                                }
                                if (valid0) {
                                  if (data.wait !== void 0) {
                                    let data17 = data.wait;
                                    const _errs37 = errors;
                                    if (errors === _errs37) {
                                      if (typeof data17 == "number" && isFinite(data17)) {
                                        if (data17 <= 0 || isNaN(data17)) {
                                          validate20.errors = [{ instancePath: instancePath + "/wait", schemaPath: "#/properties/wait/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0", schema: 0, parentSchema: schema31.properties.wait, data: data17 }];
                                          return false;
                                        }
                                      } else {
                                        validate20.errors = [{ instancePath: instancePath + "/wait", schemaPath: "#/properties/wait/type", keyword: "type", params: { type: "number" }, message: "must be number", schema: schema31.properties.wait.type, parentSchema: schema31.properties.wait, data: data17 }];
                                        return false;
                                      }
                                    }
                                    var valid0 = _errs37 === errors;
                                  } else {
                                    var valid0 = true;
                                  }
                                  if (valid0) {
                                    if (data.concurrency !== void 0) {
                                      let data18 = data.concurrency;
                                      const _errs39 = errors;
                                      if (!(typeof data18 == "number" && (!(data18 % 1) && !isNaN(data18)) && isFinite(data18))) {
                                        validate20.errors = [{ instancePath: instancePath + "/concurrency", schemaPath: "#/properties/concurrency/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema31.properties.concurrency.type, parentSchema: schema31.properties.concurrency, data: data18 }];
                                        return false;
                                      }
                                      if (errors === _errs39) {
                                        if (typeof data18 == "number" && isFinite(data18)) {
                                          if (data18 < 1 || isNaN(data18)) {
                                            validate20.errors = [{ instancePath: instancePath + "/concurrency", schemaPath: "#/properties/concurrency/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1", schema: 1, parentSchema: schema31.properties.concurrency, data: data18 }];
                                            return false;
                                          }
                                        }
                                      }
                                      var valid0 = _errs39 === errors;
                                    } else {
                                      var valid0 = true;
                                    }
                                    if (valid0) {
                                      if (data.rate !== void 0) {
                                        let data19 = data.rate;
                                        const _errs41 = errors;
                                        if (!(typeof data19 == "number" && (!(data19 % 1) && !isNaN(data19)) && isFinite(data19))) {
                                          validate20.errors = [{ instancePath: instancePath + "/rate", schemaPath: "#/properties/rate/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema31.properties.rate.type, parentSchema: schema31.properties.rate, data: data19 }];
                                          return false;
                                        }
                                        if (errors === _errs41) {
                                          if (typeof data19 == "number" && isFinite(data19)) {
                                            if (data19 < 1 || isNaN(data19)) {
                                              validate20.errors = [{ instancePath: instancePath + "/rate", schemaPath: "#/properties/rate/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1", schema: 1, parentSchema: schema31.properties.rate, data: data19 }];
                                              return false;
                                            }
                                          }
                                        }
                                        var valid0 = _errs41 === errors;
                                      } else {
                                        var valid0 = true;
                                      }
                                      if (valid0) {
                                        if (data.timeout !== void 0) {
                                          let data20 = data.timeout;
                                          const _errs43 = errors;
                                          if (errors === _errs43) {
                                            if (typeof data20 == "number" && isFinite(data20)) {
                                              if (data20 <= 0 || isNaN(data20)) {
                                                validate20.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/properties/timeout/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0", schema: 0, parentSchema: schema31.properties.timeout, data: data20 }];
                                                return false;
                                              }
                                            } else {
                                              validate20.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/properties/timeout/type", keyword: "type", params: { type: "number" }, message: "must be number", schema: schema31.properties.timeout.type, parentSchema: schema31.properties.timeout, data: data20 }];
                                              return false;
                                            }
                                          }
                                          var valid0 = _errs43 === errors;
                                        } else {
                                          var valid0 = true;
                                        }
                                        if (valid0) {
                                          if (data.deadline !== void 0) {
                                            let data21 = data.deadline;
                                            const _errs45 = errors;
                                            if (errors === _errs45) {
                                              if (typeof data21 == "number" && isFinite(data21)) {
                                                if (data21 <= 0 || isNaN(data21)) {
                                                  validate20.errors = [{ instancePath: instancePath + "/deadline", schemaPath: "#/properties/deadline/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0", schema: 0, parentSchema: schema31.properties.deadline, data: data21 }];
                                                  return false;
                                                }
                                              } else {
                                                validate20.errors = [{ instancePath: instancePath + "/deadline", schemaPath: "#/properties/deadline/type", keyword: "type", params: { type: "number" }, message: "must be number", schema: schema31.properties.deadline.type, parentSchema: schema31.properties.deadline, data: data21 }];
                                                return false;
                                              }
                                            }
                                            var valid0 = _errs45 === errors;
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
                }
              }
            }
          }
        }
      }
    } else {
      validate20.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema31.type, parentSchema: schema31, data }];
      return false;
    }
  }
  validate20.errors = vErrors;
  return errors === 0;
}
validate20.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var KnownFailures = validate21;
var schema32 = { "title": "known-failures.yaml", "description": "Known failures, and what the run judged that wrote this file.", "type": "object", "additionalProperties": false, "required": ["failures"], "properties": { "run": { "description": "What the run judged that wrote this file. A run that judges less ends with exit code 3.", "type": "object", "additionalProperties": false, "required": ["contract", "class", "supplied", "requirements", "blocked"], "properties": { "contract": { "description": "Version of the contract.", "type": "string" }, "class": { "description": "Runs of another class are not compared.", "enum": ["stated", "full"] }, "supplied": { "description": "The flags, and variables with keys and secrets, without which a run judges less.", "type": "array", "items": { "type": "string" }, "minItems": 0, "uniqueItems": true }, "requirements": { "description": "Number of requirements that were judged.", "type": "integer", "minimum": 0 }, "blocked": { "description": "Number of scenarios that could not be judged.", "type": "integer", "minimum": 0 } } }, "failures": { "description": "Requirements that are known to fail.", "type": "array", "items": { "type": "object", "additionalProperties": false, "required": ["id", "reason"], "properties": { "id": { "description": "Id of a requirement, as --list shows it.", "type": "string" }, "reason": { "description": "Why it is known to fail.", "type": "string", "pattern": "\\S" }, "scenarios": { "description": 'Labels of the scenarios that fail, and "the whole run" for what only all exchanges show; without it, any.', "type": "array", "items": { "type": "string" }, "minItems": 1, "uniqueItems": true } } } } }, "$id": "KnownFailures" };
var pattern12 = new RegExp("\\S", "u");
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  ;
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
      if (data.failures === void 0 && (missing0 = "failures")) {
        validate21.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'", schema: schema32.required, parentSchema: schema32, data }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "run" || key0 === "failures")) {
            validate21.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema32, data }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.run !== void 0) {
            let data0 = data.run;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
                let missing1;
                if (data0.contract === void 0 && (missing1 = "contract") || data0.class === void 0 && (missing1 = "class") || data0.supplied === void 0 && (missing1 = "supplied") || data0.requirements === void 0 && (missing1 = "requirements") || data0.blocked === void 0 && (missing1 = "blocked")) {
                  validate21.errors = [{ instancePath: instancePath + "/run", schemaPath: "#/properties/run/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'", schema: schema32.properties.run.required, parentSchema: schema32.properties.run, data: data0 }];
                  return false;
                } else {
                  const _errs4 = errors;
                  for (const key1 in data0) {
                    if (!(key1 === "contract" || key1 === "class" || key1 === "supplied" || key1 === "requirements" || key1 === "blocked")) {
                      validate21.errors = [{ instancePath: instancePath + "/run", schemaPath: "#/properties/run/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema32.properties.run, data: data0 }];
                      return false;
                      break;
                    }
                  }
                  if (_errs4 === errors) {
                    if (data0.contract !== void 0) {
                      let data1 = data0.contract;
                      const _errs5 = errors;
                      if (typeof data1 !== "string") {
                        validate21.errors = [{ instancePath: instancePath + "/run/contract", schemaPath: "#/properties/run/properties/contract/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema32.properties.run.properties.contract.type, parentSchema: schema32.properties.run.properties.contract, data: data1 }];
                        return false;
                      }
                      var valid1 = _errs5 === errors;
                    } else {
                      var valid1 = true;
                    }
                    if (valid1) {
                      if (data0.class !== void 0) {
                        let data2 = data0.class;
                        const _errs7 = errors;
                        if (!(data2 === "stated" || data2 === "full")) {
                          validate21.errors = [{ instancePath: instancePath + "/run/class", schemaPath: "#/properties/run/properties/class/enum", keyword: "enum", params: { allowedValues: schema32.properties.run.properties.class.enum }, message: "must be equal to one of the allowed values", schema: schema32.properties.run.properties.class.enum, parentSchema: schema32.properties.run.properties.class, data: data2 }];
                          return false;
                        }
                        var valid1 = _errs7 === errors;
                      } else {
                        var valid1 = true;
                      }
                      if (valid1) {
                        if (data0.supplied !== void 0) {
                          let data3 = data0.supplied;
                          const _errs8 = errors;
                          if (errors === _errs8) {
                            if (Array.isArray(data3)) {
                              if (data3.length < 0) {
                                validate21.errors = [{ instancePath: instancePath + "/run/supplied", schemaPath: "#/properties/run/properties/supplied/minItems", keyword: "minItems", params: { limit: 0 }, message: "must NOT have fewer than 0 items", schema: 0, parentSchema: schema32.properties.run.properties.supplied, data: data3 }];
                                return false;
                              } else {
                                var valid2 = true;
                                const len0 = data3.length;
                                for (let i0 = 0; i0 < len0; i0++) {
                                  let data4 = data3[i0];
                                  const _errs10 = errors;
                                  if (typeof data4 !== "string") {
                                    validate21.errors = [{ instancePath: instancePath + "/run/supplied/" + i0, schemaPath: "#/properties/run/properties/supplied/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema32.properties.run.properties.supplied.items.type, parentSchema: schema32.properties.run.properties.supplied.items, data: data4 }];
                                    return false;
                                  }
                                  var valid2 = _errs10 === errors;
                                  if (!valid2) {
                                    break;
                                  }
                                }
                                if (valid2) {
                                  let i1 = data3.length;
                                  let j0;
                                  if (i1 > 1) {
                                    const indices0 = {};
                                    for (; i1--; ) {
                                      let item0 = data3[i1];
                                      if (typeof item0 !== "string") {
                                        continue;
                                      }
                                      if (typeof indices0[item0] == "number") {
                                        j0 = indices0[item0];
                                        validate21.errors = [{ instancePath: instancePath + "/run/supplied", schemaPath: "#/properties/run/properties/supplied/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)", schema: true, parentSchema: schema32.properties.run.properties.supplied, data: data3 }];
                                        return false;
                                        break;
                                      }
                                      indices0[item0] = i1;
                                    }
                                  }
                                }
                              }
                            } else {
                              validate21.errors = [{ instancePath: instancePath + "/run/supplied", schemaPath: "#/properties/run/properties/supplied/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema32.properties.run.properties.supplied.type, parentSchema: schema32.properties.run.properties.supplied, data: data3 }];
                              return false;
                            }
                          }
                          var valid1 = _errs8 === errors;
                        } else {
                          var valid1 = true;
                        }
                        if (valid1) {
                          if (data0.requirements !== void 0) {
                            let data5 = data0.requirements;
                            const _errs12 = errors;
                            if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
                              validate21.errors = [{ instancePath: instancePath + "/run/requirements", schemaPath: "#/properties/run/properties/requirements/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema32.properties.run.properties.requirements.type, parentSchema: schema32.properties.run.properties.requirements, data: data5 }];
                              return false;
                            }
                            if (errors === _errs12) {
                              if (typeof data5 == "number" && isFinite(data5)) {
                                if (data5 < 0 || isNaN(data5)) {
                                  validate21.errors = [{ instancePath: instancePath + "/run/requirements", schemaPath: "#/properties/run/properties/requirements/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0", schema: 0, parentSchema: schema32.properties.run.properties.requirements, data: data5 }];
                                  return false;
                                }
                              }
                            }
                            var valid1 = _errs12 === errors;
                          } else {
                            var valid1 = true;
                          }
                          if (valid1) {
                            if (data0.blocked !== void 0) {
                              let data6 = data0.blocked;
                              const _errs14 = errors;
                              if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
                                validate21.errors = [{ instancePath: instancePath + "/run/blocked", schemaPath: "#/properties/run/properties/blocked/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema32.properties.run.properties.blocked.type, parentSchema: schema32.properties.run.properties.blocked, data: data6 }];
                                return false;
                              }
                              if (errors === _errs14) {
                                if (typeof data6 == "number" && isFinite(data6)) {
                                  if (data6 < 0 || isNaN(data6)) {
                                    validate21.errors = [{ instancePath: instancePath + "/run/blocked", schemaPath: "#/properties/run/properties/blocked/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0", schema: 0, parentSchema: schema32.properties.run.properties.blocked, data: data6 }];
                                    return false;
                                  }
                                }
                              }
                              var valid1 = _errs14 === errors;
                            } else {
                              var valid1 = true;
                            }
                          }
                        }
                      }
                    }
                  }
                }
              } else {
                validate21.errors = [{ instancePath: instancePath + "/run", schemaPath: "#/properties/run/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema32.properties.run.type, parentSchema: schema32.properties.run, data: data0 }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.failures !== void 0) {
              let data7 = data.failures;
              const _errs16 = errors;
              if (errors === _errs16) {
                if (Array.isArray(data7)) {
                  var valid4 = true;
                  const len1 = data7.length;
                  for (let i2 = 0; i2 < len1; i2++) {
                    let data8 = data7[i2];
                    const _errs18 = errors;
                    if (errors === _errs18) {
                      if (data8 && typeof data8 == "object" && !Array.isArray(data8)) {
                        let missing2;
                        if (data8.id === void 0 && (missing2 = "id") || data8.reason === void 0 && (missing2 = "reason")) {
                          validate21.errors = [{ instancePath: instancePath + "/failures/" + i2, schemaPath: "#/properties/failures/items/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'", schema: schema32.properties.failures.items.required, parentSchema: schema32.properties.failures.items, data: data8 }];
                          return false;
                        } else {
                          const _errs20 = errors;
                          for (const key2 in data8) {
                            if (!(key2 === "id" || key2 === "reason" || key2 === "scenarios")) {
                              validate21.errors = [{ instancePath: instancePath + "/failures/" + i2, schemaPath: "#/properties/failures/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties", schema: false, parentSchema: schema32.properties.failures.items, data: data8 }];
                              return false;
                              break;
                            }
                          }
                          if (_errs20 === errors) {
                            if (data8.id !== void 0) {
                              let data9 = data8.id;
                              const _errs21 = errors;
                              if (typeof data9 !== "string") {
                                validate21.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/id", schemaPath: "#/properties/failures/items/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema32.properties.failures.items.properties.id.type, parentSchema: schema32.properties.failures.items.properties.id, data: data9 }];
                                return false;
                              }
                              var valid5 = _errs21 === errors;
                            } else {
                              var valid5 = true;
                            }
                            if (valid5) {
                              if (data8.reason !== void 0) {
                                let data10 = data8.reason;
                                const _errs23 = errors;
                                if (errors === _errs23) {
                                  if (typeof data10 === "string") {
                                    if (!pattern12.test(data10)) {
                                      validate21.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/reason", schemaPath: "#/properties/failures/items/properties/reason/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema32.properties.failures.items.properties.reason, data: data10 }];
                                      return false;
                                    }
                                  } else {
                                    validate21.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/reason", schemaPath: "#/properties/failures/items/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema32.properties.failures.items.properties.reason.type, parentSchema: schema32.properties.failures.items.properties.reason, data: data10 }];
                                    return false;
                                  }
                                }
                                var valid5 = _errs23 === errors;
                              } else {
                                var valid5 = true;
                              }
                              if (valid5) {
                                if (data8.scenarios !== void 0) {
                                  let data11 = data8.scenarios;
                                  const _errs25 = errors;
                                  if (errors === _errs25) {
                                    if (Array.isArray(data11)) {
                                      if (data11.length < 1) {
                                        validate21.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/scenarios", schemaPath: "#/properties/failures/items/properties/scenarios/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema32.properties.failures.items.properties.scenarios, data: data11 }];
                                        return false;
                                      } else {
                                        var valid6 = true;
                                        const len2 = data11.length;
                                        for (let i3 = 0; i3 < len2; i3++) {
                                          let data12 = data11[i3];
                                          const _errs27 = errors;
                                          if (typeof data12 !== "string") {
                                            validate21.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/scenarios/" + i3, schemaPath: "#/properties/failures/items/properties/scenarios/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema32.properties.failures.items.properties.scenarios.items.type, parentSchema: schema32.properties.failures.items.properties.scenarios.items, data: data12 }];
                                            return false;
                                          }
                                          var valid6 = _errs27 === errors;
                                          if (!valid6) {
                                            break;
                                          }
                                        }
                                        if (valid6) {
                                          let i4 = data11.length;
                                          let j1;
                                          if (i4 > 1) {
                                            const indices1 = {};
                                            for (; i4--; ) {
                                              let item1 = data11[i4];
                                              if (typeof item1 !== "string") {
                                                continue;
                                              }
                                              if (typeof indices1[item1] == "number") {
                                                j1 = indices1[item1];
                                                validate21.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/scenarios", schemaPath: "#/properties/failures/items/properties/scenarios/uniqueItems", keyword: "uniqueItems", params: { i: i4, j: j1 }, message: "must NOT have duplicate items (items ## " + j1 + " and " + i4 + " are identical)", schema: true, parentSchema: schema32.properties.failures.items.properties.scenarios, data: data11 }];
                                                return false;
                                                break;
                                              }
                                              indices1[item1] = i4;
                                            }
                                          }
                                        }
                                      }
                                    } else {
                                      validate21.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/scenarios", schemaPath: "#/properties/failures/items/properties/scenarios/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema32.properties.failures.items.properties.scenarios.type, parentSchema: schema32.properties.failures.items.properties.scenarios, data: data11 }];
                                      return false;
                                    }
                                  }
                                  var valid5 = _errs25 === errors;
                                } else {
                                  var valid5 = true;
                                }
                              }
                            }
                          }
                        }
                      } else {
                        validate21.errors = [{ instancePath: instancePath + "/failures/" + i2, schemaPath: "#/properties/failures/items/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema32.properties.failures.items.type, parentSchema: schema32.properties.failures.items, data: data8 }];
                        return false;
                      }
                    }
                    var valid4 = _errs18 === errors;
                    if (!valid4) {
                      break;
                    }
                  }
                } else {
                  validate21.errors = [{ instancePath: instancePath + "/failures", schemaPath: "#/properties/failures/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema32.properties.failures.type, parentSchema: schema32.properties.failures, data: data7 }];
                  return false;
                }
              }
              var valid0 = _errs16 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate21.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema32.type, parentSchema: schema32, data }];
      return false;
    }
  }
  validate21.errors = vErrors;
  return errors === 0;
}
validate21.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
export {
  KnownFailures,
  ManifestFile
};
