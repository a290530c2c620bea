// Written by `npm run generate` from tools/generate/har.schema.yaml. Never edited.
// <stdin>
var HarFile = validate20;
var schema32 = { "type": "object", "required": ["startedDateTime", "request"], "properties": { "startedDateTime": { "type": "string", "pattern": "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:?\\d\\d)$" }, "time": { "anyOf": [{ "$ref": "#/$defs/number" }, { "type": "null" }] }, "timings": { "type": ["object", "null"] }, "cache": { "type": ["object", "null"] }, "request": { "type": "object", "required": ["method", "url", "headers"], "properties": { "method": { "type": "string", "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$" }, "url": { "type": "string" }, "headers": { "$ref": "#/$defs/headers" }, "bodySize": { "$ref": "#/$defs/number" }, "postData": { "type": ["object", "null"], "properties": { "text": { "$ref": "#/$defs/text" }, "encoding": { "$ref": "#/$defs/text" } } } } }, "response": { "type": ["object", "null"], "required": ["status", "headers"], "properties": { "status": { "type": "integer", "minimum": -1, "maximum": 999 }, "headers": { "$ref": "#/$defs/headers" }, "content": { "type": ["object", "null"], "properties": { "size": { "type": "number" }, "text": { "$ref": "#/$defs/text" }, "encoding": { "$ref": "#/$defs/text" } } } } } } };
var schema36 = { "type": ["string", "null"] };
var pattern4 = new RegExp("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:?\\d\\d)$", "u");
var pattern5 = new RegExp("^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$", "u");
var pattern6 = new RegExp("^:?[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$", "u");
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
      if (data.startedDateTime === void 0 && (missing0 = "startedDateTime") || data.request === void 0 && (missing0 = "request")) {
        validate21.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.startedDateTime !== void 0) {
          let data0 = data.startedDateTime;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (!pattern4.test(data0)) {
                validate21.errors = [{ instancePath: instancePath + "/startedDateTime", schemaPath: "#/properties/startedDateTime/pattern", keyword: "pattern", params: { pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:?\\d\\d)$" }, message: 'must match pattern "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:?\\d\\d)$"' }];
                return false;
              }
            } else {
              validate21.errors = [{ instancePath: instancePath + "/startedDateTime", schemaPath: "#/properties/startedDateTime/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.time !== void 0) {
            let data1 = data.time;
            const _errs3 = errors;
            const _errs4 = errors;
            let valid1 = false;
            const _errs5 = errors;
            const _errs6 = errors;
            if (errors === _errs6) {
              if (typeof data1 == "number" && isFinite(data1)) {
                if (data1 > 1e9 || isNaN(data1)) {
                  const err0 = { instancePath: instancePath + "/time", schemaPath: "#/$defs/number/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e9 }, message: "must be <= 1000000000" };
                  if (vErrors === null) {
                    vErrors = [err0];
                  } else {
                    vErrors.push(err0);
                  }
                  errors++;
                } else {
                  if (data1 < -1 || isNaN(data1)) {
                    const err1 = { instancePath: instancePath + "/time", schemaPath: "#/$defs/number/minimum", keyword: "minimum", params: { comparison: ">=", limit: -1 }, message: "must be >= -1" };
                    if (vErrors === null) {
                      vErrors = [err1];
                    } else {
                      vErrors.push(err1);
                    }
                    errors++;
                  }
                }
              } else {
                const err2 = { instancePath: instancePath + "/time", schemaPath: "#/$defs/number/type", keyword: "type", params: { type: "number" }, message: "must be number" };
                if (vErrors === null) {
                  vErrors = [err2];
                } else {
                  vErrors.push(err2);
                }
                errors++;
              }
            }
            var _valid0 = _errs5 === errors;
            valid1 = valid1 || _valid0;
            const _errs8 = errors;
            if (data1 !== null) {
              const err3 = { instancePath: instancePath + "/time", schemaPath: "#/properties/time/anyOf/1/type", keyword: "type", params: { type: "null" }, message: "must be null" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            var _valid0 = _errs8 === errors;
            valid1 = valid1 || _valid0;
            if (!valid1) {
              const err4 = { instancePath: instancePath + "/time", schemaPath: "#/properties/time/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
              validate21.errors = vErrors;
              return false;
            } else {
              errors = _errs4;
              if (vErrors !== null) {
                if (_errs4) {
                  vErrors.length = _errs4;
                } else {
                  vErrors = null;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.timings !== void 0) {
              let data2 = data.timings;
              const _errs10 = errors;
              if (!(data2 && typeof data2 == "object" && !Array.isArray(data2)) && data2 !== null) {
                validate21.errors = [{ instancePath: instancePath + "/timings", schemaPath: "#/properties/timings/type", keyword: "type", params: { type: schema32.properties.timings.type }, message: "must be object,null" }];
                return false;
              }
              var valid0 = _errs10 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.cache !== void 0) {
                let data3 = data.cache;
                const _errs12 = errors;
                if (!(data3 && typeof data3 == "object" && !Array.isArray(data3)) && data3 !== null) {
                  validate21.errors = [{ instancePath: instancePath + "/cache", schemaPath: "#/properties/cache/type", keyword: "type", params: { type: schema32.properties.cache.type }, message: "must be object,null" }];
                  return false;
                }
                var valid0 = _errs12 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.request !== void 0) {
                  let data4 = data.request;
                  const _errs14 = errors;
                  if (errors === _errs14) {
                    if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
                      let missing1;
                      if (data4.method === void 0 && (missing1 = "method") || data4.url === void 0 && (missing1 = "url") || data4.headers === void 0 && (missing1 = "headers")) {
                        validate21.errors = [{ instancePath: instancePath + "/request", schemaPath: "#/properties/request/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                        return false;
                      } else {
                        if (data4.method !== void 0) {
                          let data5 = data4.method;
                          const _errs16 = errors;
                          if (errors === _errs16) {
                            if (typeof data5 === "string") {
                              if (!pattern5.test(data5)) {
                                validate21.errors = [{ instancePath: instancePath + "/request/method", schemaPath: "#/properties/request/properties/method/pattern", keyword: "pattern", params: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$" }, message: 'must match pattern "^[!#$%&\'*+.^_`|~0-9A-Za-z-]{1,40}$"' }];
                                return false;
                              }
                            } else {
                              validate21.errors = [{ instancePath: instancePath + "/request/method", schemaPath: "#/properties/request/properties/method/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                              return false;
                            }
                          }
                          var valid3 = _errs16 === errors;
                        } else {
                          var valid3 = true;
                        }
                        if (valid3) {
                          if (data4.url !== void 0) {
                            const _errs18 = errors;
                            if (typeof data4.url !== "string") {
                              validate21.errors = [{ instancePath: instancePath + "/request/url", schemaPath: "#/properties/request/properties/url/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                              return false;
                            }
                            var valid3 = _errs18 === errors;
                          } else {
                            var valid3 = true;
                          }
                          if (valid3) {
                            if (data4.headers !== void 0) {
                              let data7 = data4.headers;
                              const _errs20 = errors;
                              const _errs21 = errors;
                              if (errors === _errs21) {
                                if (Array.isArray(data7)) {
                                  var valid5 = true;
                                  const len0 = data7.length;
                                  for (let i0 = 0; i0 < len0; i0++) {
                                    let data8 = data7[i0];
                                    const _errs23 = errors;
                                    if (errors === _errs23) {
                                      if (data8 && typeof data8 == "object" && !Array.isArray(data8)) {
                                        let missing2;
                                        if (data8.name === void 0 && (missing2 = "name") || data8.value === void 0 && (missing2 = "value")) {
                                          validate21.errors = [{ instancePath: instancePath + "/request/headers/" + i0, schemaPath: "#/$defs/headers/items/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }];
                                          return false;
                                        } else {
                                          if (data8.name !== void 0) {
                                            let data9 = data8.name;
                                            const _errs25 = errors;
                                            if (errors === _errs25) {
                                              if (typeof data9 === "string") {
                                                if (!pattern6.test(data9)) {
                                                  validate21.errors = [{ instancePath: instancePath + "/request/headers/" + i0 + "/name", schemaPath: "#/$defs/headers/items/properties/name/pattern", keyword: "pattern", params: { pattern: "^:?[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$" }, message: 'must match pattern "^:?[!#$%&\'*+.^_`|~0-9A-Za-z-]{1,200}$"' }];
                                                  return false;
                                                }
                                              } else {
                                                validate21.errors = [{ instancePath: instancePath + "/request/headers/" + i0 + "/name", schemaPath: "#/$defs/headers/items/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                                return false;
                                              }
                                            }
                                            var valid6 = _errs25 === errors;
                                          } else {
                                            var valid6 = true;
                                          }
                                          if (valid6) {
                                            if (data8.value !== void 0) {
                                              const _errs27 = errors;
                                              if (typeof data8.value !== "string") {
                                                validate21.errors = [{ instancePath: instancePath + "/request/headers/" + i0 + "/value", schemaPath: "#/$defs/headers/items/properties/value/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                                return false;
                                              }
                                              var valid6 = _errs27 === errors;
                                            } else {
                                              var valid6 = true;
                                            }
                                          }
                                        }
                                      } else {
                                        validate21.errors = [{ instancePath: instancePath + "/request/headers/" + i0, schemaPath: "#/$defs/headers/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                        return false;
                                      }
                                    }
                                    var valid5 = _errs23 === errors;
                                    if (!valid5) {
                                      break;
                                    }
                                  }
                                } else {
                                  validate21.errors = [{ instancePath: instancePath + "/request/headers", schemaPath: "#/$defs/headers/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                  return false;
                                }
                              }
                              var valid3 = _errs20 === errors;
                            } else {
                              var valid3 = true;
                            }
                            if (valid3) {
                              if (data4.bodySize !== void 0) {
                                let data11 = data4.bodySize;
                                const _errs29 = errors;
                                const _errs30 = errors;
                                if (errors === _errs30) {
                                  if (typeof data11 == "number" && isFinite(data11)) {
                                    if (data11 > 1e9 || isNaN(data11)) {
                                      validate21.errors = [{ instancePath: instancePath + "/request/bodySize", schemaPath: "#/$defs/number/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e9 }, message: "must be <= 1000000000" }];
                                      return false;
                                    } else {
                                      if (data11 < -1 || isNaN(data11)) {
                                        validate21.errors = [{ instancePath: instancePath + "/request/bodySize", schemaPath: "#/$defs/number/minimum", keyword: "minimum", params: { comparison: ">=", limit: -1 }, message: "must be >= -1" }];
                                        return false;
                                      }
                                    }
                                  } else {
                                    validate21.errors = [{ instancePath: instancePath + "/request/bodySize", schemaPath: "#/$defs/number/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                                    return false;
                                  }
                                }
                                var valid3 = _errs29 === errors;
                              } else {
                                var valid3 = true;
                              }
                              if (valid3) {
                                if (data4.postData !== void 0) {
                                  let data12 = data4.postData;
                                  const _errs32 = errors;
                                  if (!(data12 && typeof data12 == "object" && !Array.isArray(data12)) && data12 !== null) {
                                    validate21.errors = [{ instancePath: instancePath + "/request/postData", schemaPath: "#/properties/request/properties/postData/type", keyword: "type", params: { type: schema32.properties.request.properties.postData.type }, message: "must be object,null" }];
                                    return false;
                                  }
                                  if (errors === _errs32) {
                                    if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
                                      if (data12.text !== void 0) {
                                        let data13 = data12.text;
                                        const _errs34 = errors;
                                        if (typeof data13 !== "string" && data13 !== null) {
                                          validate21.errors = [{ instancePath: instancePath + "/request/postData/text", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema36.type }, message: "must be string,null" }];
                                          return false;
                                        }
                                        var valid8 = _errs34 === errors;
                                      } else {
                                        var valid8 = true;
                                      }
                                      if (valid8) {
                                        if (data12.encoding !== void 0) {
                                          let data14 = data12.encoding;
                                          const _errs37 = errors;
                                          if (typeof data14 !== "string" && data14 !== null) {
                                            validate21.errors = [{ instancePath: instancePath + "/request/postData/encoding", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema36.type }, message: "must be string,null" }];
                                            return false;
                                          }
                                          var valid8 = _errs37 === errors;
                                        } else {
                                          var valid8 = true;
                                        }
                                      }
                                    }
                                  }
                                  var valid3 = _errs32 === errors;
                                } else {
                                  var valid3 = true;
                                }
                              }
                            }
                          }
                        }
                      }
                    } else {
                      validate21.errors = [{ instancePath: instancePath + "/request", schemaPath: "#/properties/request/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                      return false;
                    }
                  }
                  var valid0 = _errs14 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.response !== void 0) {
                    let data15 = data.response;
                    const _errs40 = errors;
                    if (!(data15 && typeof data15 == "object" && !Array.isArray(data15)) && data15 !== null) {
                      validate21.errors = [{ instancePath: instancePath + "/response", schemaPath: "#/properties/response/type", keyword: "type", params: { type: schema32.properties.response.type }, message: "must be object,null" }];
                      return false;
                    }
                    if (errors === _errs40) {
                      if (data15 && typeof data15 == "object" && !Array.isArray(data15)) {
                        let missing3;
                        if (data15.status === void 0 && (missing3 = "status") || data15.headers === void 0 && (missing3 = "headers")) {
                          validate21.errors = [{ instancePath: instancePath + "/response", schemaPath: "#/properties/response/required", keyword: "required", params: { missingProperty: missing3 }, message: "must have required property '" + missing3 + "'" }];
                          return false;
                        } else {
                          if (data15.status !== void 0) {
                            let data16 = data15.status;
                            const _errs42 = errors;
                            if (!(typeof data16 == "number" && (!(data16 % 1) && !isNaN(data16)) && isFinite(data16))) {
                              validate21.errors = [{ instancePath: instancePath + "/response/status", schemaPath: "#/properties/response/properties/status/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                              return false;
                            }
                            if (errors === _errs42) {
                              if (typeof data16 == "number" && isFinite(data16)) {
                                if (data16 > 999 || isNaN(data16)) {
                                  validate21.errors = [{ instancePath: instancePath + "/response/status", schemaPath: "#/properties/response/properties/status/maximum", keyword: "maximum", params: { comparison: "<=", limit: 999 }, message: "must be <= 999" }];
                                  return false;
                                } else {
                                  if (data16 < -1 || isNaN(data16)) {
                                    validate21.errors = [{ instancePath: instancePath + "/response/status", schemaPath: "#/properties/response/properties/status/minimum", keyword: "minimum", params: { comparison: ">=", limit: -1 }, message: "must be >= -1" }];
                                    return false;
                                  }
                                }
                              }
                            }
                            var valid11 = _errs42 === errors;
                          } else {
                            var valid11 = true;
                          }
                          if (valid11) {
                            if (data15.headers !== void 0) {
                              let data17 = data15.headers;
                              const _errs44 = errors;
                              const _errs45 = errors;
                              if (errors === _errs45) {
                                if (Array.isArray(data17)) {
                                  var valid13 = true;
                                  const len1 = data17.length;
                                  for (let i1 = 0; i1 < len1; i1++) {
                                    let data18 = data17[i1];
                                    const _errs47 = errors;
                                    if (errors === _errs47) {
                                      if (data18 && typeof data18 == "object" && !Array.isArray(data18)) {
                                        let missing4;
                                        if (data18.name === void 0 && (missing4 = "name") || data18.value === void 0 && (missing4 = "value")) {
                                          validate21.errors = [{ instancePath: instancePath + "/response/headers/" + i1, schemaPath: "#/$defs/headers/items/required", keyword: "required", params: { missingProperty: missing4 }, message: "must have required property '" + missing4 + "'" }];
                                          return false;
                                        } else {
                                          if (data18.name !== void 0) {
                                            let data19 = data18.name;
                                            const _errs49 = errors;
                                            if (errors === _errs49) {
                                              if (typeof data19 === "string") {
                                                if (!pattern6.test(data19)) {
                                                  validate21.errors = [{ instancePath: instancePath + "/response/headers/" + i1 + "/name", schemaPath: "#/$defs/headers/items/properties/name/pattern", keyword: "pattern", params: { pattern: "^:?[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$" }, message: 'must match pattern "^:?[!#$%&\'*+.^_`|~0-9A-Za-z-]{1,200}$"' }];
                                                  return false;
                                                }
                                              } else {
                                                validate21.errors = [{ instancePath: instancePath + "/response/headers/" + i1 + "/name", schemaPath: "#/$defs/headers/items/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                                return false;
                                              }
                                            }
                                            var valid14 = _errs49 === errors;
                                          } else {
                                            var valid14 = true;
                                          }
                                          if (valid14) {
                                            if (data18.value !== void 0) {
                                              const _errs51 = errors;
                                              if (typeof data18.value !== "string") {
                                                validate21.errors = [{ instancePath: instancePath + "/response/headers/" + i1 + "/value", schemaPath: "#/$defs/headers/items/properties/value/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                                return false;
                                              }
                                              var valid14 = _errs51 === errors;
                                            } else {
                                              var valid14 = true;
                                            }
                                          }
                                        }
                                      } else {
                                        validate21.errors = [{ instancePath: instancePath + "/response/headers/" + i1, schemaPath: "#/$defs/headers/items/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                        return false;
                                      }
                                    }
                                    var valid13 = _errs47 === errors;
                                    if (!valid13) {
                                      break;
                                    }
                                  }
                                } else {
                                  validate21.errors = [{ instancePath: instancePath + "/response/headers", schemaPath: "#/$defs/headers/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                                  return false;
                                }
                              }
                              var valid11 = _errs44 === errors;
                            } else {
                              var valid11 = true;
                            }
                            if (valid11) {
                              if (data15.content !== void 0) {
                                let data21 = data15.content;
                                const _errs53 = errors;
                                if (!(data21 && typeof data21 == "object" && !Array.isArray(data21)) && data21 !== null) {
                                  validate21.errors = [{ instancePath: instancePath + "/response/content", schemaPath: "#/properties/response/properties/content/type", keyword: "type", params: { type: schema32.properties.response.properties.content.type }, message: "must be object,null" }];
                                  return false;
                                }
                                if (errors === _errs53) {
                                  if (data21 && typeof data21 == "object" && !Array.isArray(data21)) {
                                    if (data21.size !== void 0) {
                                      let data22 = data21.size;
                                      const _errs55 = errors;
                                      if (!(typeof data22 == "number" && isFinite(data22))) {
                                        validate21.errors = [{ instancePath: instancePath + "/response/content/size", schemaPath: "#/properties/response/properties/content/properties/size/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                                        return false;
                                      }
                                      var valid15 = _errs55 === errors;
                                    } else {
                                      var valid15 = true;
                                    }
                                    if (valid15) {
                                      if (data21.text !== void 0) {
                                        let data23 = data21.text;
                                        const _errs57 = errors;
                                        if (typeof data23 !== "string" && data23 !== null) {
                                          validate21.errors = [{ instancePath: instancePath + "/response/content/text", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema36.type }, message: "must be string,null" }];
                                          return false;
                                        }
                                        var valid15 = _errs57 === errors;
                                      } else {
                                        var valid15 = true;
                                      }
                                      if (valid15) {
                                        if (data21.encoding !== void 0) {
                                          let data24 = data21.encoding;
                                          const _errs60 = errors;
                                          if (typeof data24 !== "string" && data24 !== null) {
                                            validate21.errors = [{ instancePath: instancePath + "/response/content/encoding", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: schema36.type }, message: "must be string,null" }];
                                            return false;
                                          }
                                          var valid15 = _errs60 === errors;
                                        } else {
                                          var valid15 = true;
                                        }
                                      }
                                    }
                                  }
                                }
                                var valid11 = _errs53 === errors;
                              } else {
                                var valid11 = true;
                              }
                            }
                          }
                        }
                      }
                    }
                    var valid0 = _errs40 === errors;
                  } else {
                    var valid0 = true;
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
validate21.evaluated = { "props": { "startedDateTime": true, "time": true, "timings": true, "cache": true, "request": true, "response": true }, "dynamicProps": false, "dynamicItems": false };
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
      let missing0;
      if (data.log === void 0 && (missing0 = "log")) {
        validate20.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.log !== void 0) {
          let data0 = data.log;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
              let missing1;
              if (data0.entries === void 0 && (missing1 = "entries")) {
                validate20.errors = [{ instancePath: instancePath + "/log", schemaPath: "#/properties/log/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                return false;
              } else {
                if (data0.version !== void 0) {
                  const _errs3 = errors;
                  if (typeof data0.version !== "string") {
                    validate20.errors = [{ instancePath: instancePath + "/log/version", schemaPath: "#/properties/log/properties/version/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                  var valid1 = _errs3 === errors;
                } else {
                  var valid1 = true;
                }
                if (valid1) {
                  if (data0.entries !== void 0) {
                    let data2 = data0.entries;
                    const _errs5 = errors;
                    if (errors === _errs5) {
                      if (Array.isArray(data2)) {
                        var valid2 = true;
                        const len0 = data2.length;
                        for (let i0 = 0; i0 < len0; i0++) {
                          const _errs7 = errors;
                          if (!validate21(data2[i0], { instancePath: instancePath + "/log/entries/" + i0, parentData: data2, parentDataProperty: i0, rootData, dynamicAnchors })) {
                            vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
                            errors = vErrors.length;
                          }
                          var valid2 = _errs7 === errors;
                          if (!valid2) {
                            break;
                          }
                        }
                      } else {
                        validate20.errors = [{ instancePath: instancePath + "/log/entries", schemaPath: "#/properties/log/properties/entries/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                        return false;
                      }
                    }
                    var valid1 = _errs5 === errors;
                  } else {
                    var valid1 = true;
                  }
                }
              }
            } else {
              validate20.errors = [{ instancePath: instancePath + "/log", schemaPath: "#/properties/log/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
              return false;
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
validate20.evaluated = { "props": { "log": true }, "dynamicProps": false, "dynamicItems": false };
export {
  HarFile
};
