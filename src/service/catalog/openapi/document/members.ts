/** Whether the members under a keyword have names that the author chose, and not keywords. */
export const namesMembers = (keyword: string): boolean => named.has(keyword)

/** Keywords that an import ignores, or whose values are data and no part of the description. */
export const isNeverRead = (keyword: string): boolean =>
  ignored.has(keyword) || keyword.startsWith('x-')

const named = new Set([
  '$defs',
  'content',
  'definitions',
  'dependentSchemas',
  'parameters',
  'pathItems',
  'paths',
  'patternProperties',
  'properties',
  'requestBodies',
  'responses',
  'schemas',
  'securityDefinitions',
  'securitySchemes',
])

const ignored = new Set([
  'callbacks',
  'const',
  'default',
  'discriminator',
  'enum',
  'example',
  'examples',
  'externalDocs',
  'headers',
  'links',
  'xml',
])
