import { isJsonObject } from '../openapi/document/json-object.ts'

/** Whether a document is a Google Discovery document, the form in which Google describes its APIs. */
export const isDiscovery = (document: unknown): boolean =>
  isJsonObject(document) &&
  (document.kind === 'discovery#restDescription' || document.discoveryVersion !== undefined)
