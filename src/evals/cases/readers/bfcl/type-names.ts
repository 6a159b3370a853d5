/**
 * Maps BFCL's type names, which are those of Python, Java and JavaScript, to JSON Schema; `any` has
 * no type. Undefined for unknown names.
 */
export const jsonTypeOf = (name: string): string | undefined => typeNames.get(name)

const toEntries = (type: string, names: string): [string, string][] =>
  names.split(' ').map((name) => [name, type])

const typeNames = new Map<string, string>([
  ...toEntries('object', 'dict object HashMap Hashtable'),
  ...toEntries('array', 'array tuple list Array ArrayList Queue Stack Set'),
  ...toEntries('number', 'float number double'),
  ...toEntries('integer', 'integer byte short long Bigint'),
  ...toEntries('string', 'string String char'),
  ...toEntries('boolean', 'boolean bool Boolean'),
  ...toEntries('null', 'null'),
  ...toEntries('', 'any Any'),
])
