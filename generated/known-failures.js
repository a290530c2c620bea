// Written by `npm run generate` from tools/generate/known-failures.schema.yaml. Never edited.
// <stdin>
var KnownFailures = validate20;
var schema31 = { "title": "known-failures.yaml", "description": "Known failures, and what the run judged that wrote this file.", "type": "object", "additionalProperties": false, "required": ["failures"], "properties": { "run": { "description": "What the run judged that wrote this file. A run that judges less ends with exit code 3.", "type": "object", "additionalProperties": false, "required": ["contract", "class", "supplied", "requirements", "blocked"], "properties": { "contract": { "description": "Version of the contract.", "type": "string" }, "class": { "description": "Runs of another class are not compared.", "enum": ["stated", "full"] }, "supplied": { "description": "The flags, and variables with keys and secrets, without which a run judges less.", "type": "array", "items": { "type": "string" }, "minItems": 0, "uniqueItems": true }, "requirements": { "description": "Number of requirements that were judged.", "type": "integer", "minimum": 0 }, "blocked": { "description": "Number of scenarios that could not be judged.", "type": "integer", "minimum": 0 } } }, "failures": { "description": "Requirements that are known to fail.", "type": "array", "items": { "type": "object", "additionalProperties": false, "required": ["id", "reason"], "properties": { "id": { "description": "Id of a requirement, as --list shows it.", "type": "string" }, "reason": { "description": "Why it is known to fail.", "type": "string", "pattern": "\\S" }, "scenarios": { "description": 'Labels of the scenarios that fail, and "the whole run" for what only all exchanges show; without it and without sometimes, any.', "type": "array", "items": { "type": "string" }, "minItems": 1, "uniqueItems": true }, "sometimes": { "description": "Labels of scenarios that fail in some runs only. Neither their failure nor their pass changes the exit code.", "type": "array", "items": { "type": "string" }, "minItems": 1, "uniqueItems": true } } } } }, "$id": "KnownFailures" };
var pattern4 = new RegExp("\\S", "u");
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
      if (data.failures === void 0 && (missing0 = "failures")) {
        validate20.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'", schema: schema31.required, parentSchema: schema31, data }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "run" || key0 === "failures")) {
            validate20.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema31, data }];
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
                  validate20.errors = [{ instancePath: instancePath + "/run", schemaPath: "#/properties/run/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'", schema: schema31.properties.run.required, parentSchema: schema31.properties.run, data: data0 }];
                  return false;
                } else {
                  const _errs4 = errors;
                  for (const key1 in data0) {
                    if (!(key1 === "contract" || key1 === "class" || key1 === "supplied" || key1 === "requirements" || key1 === "blocked")) {
                      validate20.errors = [{ instancePath: instancePath + "/run", schemaPath: "#/properties/run/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema31.properties.run, data: data0 }];
                      return false;
                      break;
                    }
                  }
                  if (_errs4 === errors) {
                    if (data0.contract !== void 0) {
                      let data1 = data0.contract;
                      const _errs5 = errors;
                      if (typeof data1 !== "string") {
                        validate20.errors = [{ instancePath: instancePath + "/run/contract", schemaPath: "#/properties/run/properties/contract/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties.run.properties.contract.type, parentSchema: schema31.properties.run.properties.contract, data: data1 }];
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
                          validate20.errors = [{ instancePath: instancePath + "/run/class", schemaPath: "#/properties/run/properties/class/enum", keyword: "enum", params: { allowedValues: schema31.properties.run.properties.class.enum }, message: "must be equal to one of the allowed values", schema: schema31.properties.run.properties.class.enum, parentSchema: schema31.properties.run.properties.class, data: data2 }];
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
                                validate20.errors = [{ instancePath: instancePath + "/run/supplied", schemaPath: "#/properties/run/properties/supplied/minItems", keyword: "minItems", params: { limit: 0 }, message: "must NOT have fewer than 0 items", schema: 0, parentSchema: schema31.properties.run.properties.supplied, data: data3 }];
                                return false;
                              } else {
                                var valid2 = true;
                                const len0 = data3.length;
                                for (let i0 = 0; i0 < len0; i0++) {
                                  let data4 = data3[i0];
                                  const _errs10 = errors;
                                  if (typeof data4 !== "string") {
                                    validate20.errors = [{ instancePath: instancePath + "/run/supplied/" + i0, schemaPath: "#/properties/run/properties/supplied/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties.run.properties.supplied.items.type, parentSchema: schema31.properties.run.properties.supplied.items, data: data4 }];
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
                                        validate20.errors = [{ instancePath: instancePath + "/run/supplied", schemaPath: "#/properties/run/properties/supplied/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)", schema: true, parentSchema: schema31.properties.run.properties.supplied, data: data3 }];
                                        return false;
                                        break;
                                      }
                                      indices0[item0] = i1;
                                    }
                                  }
                                }
                              }
                            } else {
                              validate20.errors = [{ instancePath: instancePath + "/run/supplied", schemaPath: "#/properties/run/properties/supplied/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema31.properties.run.properties.supplied.type, parentSchema: schema31.properties.run.properties.supplied, data: data3 }];
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
                              validate20.errors = [{ instancePath: instancePath + "/run/requirements", schemaPath: "#/properties/run/properties/requirements/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema31.properties.run.properties.requirements.type, parentSchema: schema31.properties.run.properties.requirements, data: data5 }];
                              return false;
                            }
                            if (errors === _errs12) {
                              if (typeof data5 == "number" && isFinite(data5)) {
                                if (data5 < 0 || isNaN(data5)) {
                                  validate20.errors = [{ instancePath: instancePath + "/run/requirements", schemaPath: "#/properties/run/properties/requirements/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0", schema: 0, parentSchema: schema31.properties.run.properties.requirements, data: data5 }];
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
                                validate20.errors = [{ instancePath: instancePath + "/run/blocked", schemaPath: "#/properties/run/properties/blocked/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema31.properties.run.properties.blocked.type, parentSchema: schema31.properties.run.properties.blocked, data: data6 }];
                                return false;
                              }
                              if (errors === _errs14) {
                                if (typeof data6 == "number" && isFinite(data6)) {
                                  if (data6 < 0 || isNaN(data6)) {
                                    validate20.errors = [{ instancePath: instancePath + "/run/blocked", schemaPath: "#/properties/run/properties/blocked/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0", schema: 0, parentSchema: schema31.properties.run.properties.blocked, data: data6 }];
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
                validate20.errors = [{ instancePath: instancePath + "/run", schemaPath: "#/properties/run/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema31.properties.run.type, parentSchema: schema31.properties.run, data: data0 }];
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
                          validate20.errors = [{ instancePath: instancePath + "/failures/" + i2, schemaPath: "#/properties/failures/items/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'", schema: schema31.properties.failures.items.required, parentSchema: schema31.properties.failures.items, data: data8 }];
                          return false;
                        } else {
                          const _errs20 = errors;
                          for (const key2 in data8) {
                            if (!(key2 === "id" || key2 === "reason" || key2 === "scenarios" || key2 === "sometimes")) {
                              validate20.errors = [{ instancePath: instancePath + "/failures/" + i2, schemaPath: "#/properties/failures/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties", schema: false, parentSchema: schema31.properties.failures.items, data: data8 }];
                              return false;
                              break;
                            }
                          }
                          if (_errs20 === errors) {
                            if (data8.id !== void 0) {
                              let data9 = data8.id;
                              const _errs21 = errors;
                              if (typeof data9 !== "string") {
                                validate20.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/id", schemaPath: "#/properties/failures/items/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties.failures.items.properties.id.type, parentSchema: schema31.properties.failures.items.properties.id, data: data9 }];
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
                                    if (!pattern4.test(data10)) {
                                      validate20.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/reason", schemaPath: "#/properties/failures/items/properties/reason/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema31.properties.failures.items.properties.reason, data: data10 }];
                                      return false;
                                    }
                                  } else {
                                    validate20.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/reason", schemaPath: "#/properties/failures/items/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties.failures.items.properties.reason.type, parentSchema: schema31.properties.failures.items.properties.reason, data: data10 }];
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
                                        validate20.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/scenarios", schemaPath: "#/properties/failures/items/properties/scenarios/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema31.properties.failures.items.properties.scenarios, data: data11 }];
                                        return false;
                                      } else {
                                        var valid6 = true;
                                        const len2 = data11.length;
                                        for (let i3 = 0; i3 < len2; i3++) {
                                          let data12 = data11[i3];
                                          const _errs27 = errors;
                                          if (typeof data12 !== "string") {
                                            validate20.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/scenarios/" + i3, schemaPath: "#/properties/failures/items/properties/scenarios/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties.failures.items.properties.scenarios.items.type, parentSchema: schema31.properties.failures.items.properties.scenarios.items, data: data12 }];
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
                                                validate20.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/scenarios", schemaPath: "#/properties/failures/items/properties/scenarios/uniqueItems", keyword: "uniqueItems", params: { i: i4, j: j1 }, message: "must NOT have duplicate items (items ## " + j1 + " and " + i4 + " are identical)", schema: true, parentSchema: schema31.properties.failures.items.properties.scenarios, data: data11 }];
                                                return false;
                                                break;
                                              }
                                              indices1[item1] = i4;
                                            }
                                          }
                                        }
                                      }
                                    } else {
                                      validate20.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/scenarios", schemaPath: "#/properties/failures/items/properties/scenarios/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema31.properties.failures.items.properties.scenarios.type, parentSchema: schema31.properties.failures.items.properties.scenarios, data: data11 }];
                                      return false;
                                    }
                                  }
                                  var valid5 = _errs25 === errors;
                                } else {
                                  var valid5 = true;
                                }
                                if (valid5) {
                                  if (data8.sometimes !== void 0) {
                                    let data13 = data8.sometimes;
                                    const _errs29 = errors;
                                    if (errors === _errs29) {
                                      if (Array.isArray(data13)) {
                                        if (data13.length < 1) {
                                          validate20.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/sometimes", schemaPath: "#/properties/failures/items/properties/sometimes/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema31.properties.failures.items.properties.sometimes, data: data13 }];
                                          return false;
                                        } else {
                                          var valid8 = true;
                                          const len3 = data13.length;
                                          for (let i5 = 0; i5 < len3; i5++) {
                                            let data14 = data13[i5];
                                            const _errs31 = errors;
                                            if (typeof data14 !== "string") {
                                              validate20.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/sometimes/" + i5, schemaPath: "#/properties/failures/items/properties/sometimes/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema31.properties.failures.items.properties.sometimes.items.type, parentSchema: schema31.properties.failures.items.properties.sometimes.items, data: data14 }];
                                              return false;
                                            }
                                            var valid8 = _errs31 === errors;
                                            if (!valid8) {
                                              break;
                                            }
                                          }
                                          if (valid8) {
                                            let i6 = data13.length;
                                            let j2;
                                            if (i6 > 1) {
                                              const indices2 = {};
                                              for (; i6--; ) {
                                                let item2 = data13[i6];
                                                if (typeof item2 !== "string") {
                                                  continue;
                                                }
                                                if (typeof indices2[item2] == "number") {
                                                  j2 = indices2[item2];
                                                  validate20.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/sometimes", schemaPath: "#/properties/failures/items/properties/sometimes/uniqueItems", keyword: "uniqueItems", params: { i: i6, j: j2 }, message: "must NOT have duplicate items (items ## " + j2 + " and " + i6 + " are identical)", schema: true, parentSchema: schema31.properties.failures.items.properties.sometimes, data: data13 }];
                                                  return false;
                                                  break;
                                                }
                                                indices2[item2] = i6;
                                              }
                                            }
                                          }
                                        }
                                      } else {
                                        validate20.errors = [{ instancePath: instancePath + "/failures/" + i2 + "/sometimes", schemaPath: "#/properties/failures/items/properties/sometimes/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema31.properties.failures.items.properties.sometimes.type, parentSchema: schema31.properties.failures.items.properties.sometimes, data: data13 }];
                                        return false;
                                      }
                                    }
                                    var valid5 = _errs29 === errors;
                                  } else {
                                    var valid5 = true;
                                  }
                                }
                              }
                            }
                          }
                        }
                      } else {
                        validate20.errors = [{ instancePath: instancePath + "/failures/" + i2, schemaPath: "#/properties/failures/items/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema31.properties.failures.items.type, parentSchema: schema31.properties.failures.items, data: data8 }];
                        return false;
                      }
                    }
                    var valid4 = _errs18 === errors;
                    if (!valid4) {
                      break;
                    }
                  }
                } else {
                  validate20.errors = [{ instancePath: instancePath + "/failures", schemaPath: "#/properties/failures/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema31.properties.failures.type, parentSchema: schema31.properties.failures, data: data7 }];
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
      validate20.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema31.type, parentSchema: schema31, data }];
      return false;
    }
  }
  validate20.errors = vErrors;
  return errors === 0;
}
validate20.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
export {
  KnownFailures
};
