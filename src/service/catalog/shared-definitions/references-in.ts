/**
 * The names of the definitions that a schema, as JSON, refers to, each once. What an importer shares
 * is always named as a whole: `#/$defs/Pet`.
 */
export const referencesIn = (schema: string): string[] => [
  ...new Set([...schema.matchAll(/"\$ref":"#\/\$defs\/([^"/]+)"/g)].map(([, name = '']) => name)),
]
