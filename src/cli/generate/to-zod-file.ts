import type { Tool } from '../../contract/index.ts'
import { toTypeScript } from '../../schema/index.ts'
import { indent, toHeader, toIdentifiers, toToolComment } from './source-text.ts'

type Definition = { text: string; types: string[]; converter: 'toZod' | 'toZodObject' }

/**
 * Generates a TypeScript file that exports the arguments of each tool as a zod definition, named
 * like its slug. The output is deterministic.
 *
 * The definition keeps the tool's JSON Schema and validates by it, because zod's own kinds differ
 * from it (lengths in UTF-16 units, formats, unknown properties) and lack some of its rules. The
 * types are written out, so the compiler does not derive them from the schema. A bundler leaves out
 * the definitions that a program does not use.
 */
export const toZodFile = (tools: readonly Tool[]): string => {
  const identifiers = toIdentifiers(tools)
  const definitions = tools.map((tool) => toDefinition(tool, identifiers.get(tool.slug) ?? ''))
  const converters = [...new Set(definitions.map(({ converter }) => converter))].toSorted()
  return [
    ...toHeader('zod', tools),
    definitions.length === 0
      ? 'export {}'
      : `import { ${[...converters, 'type TypedSchema'].join(', ')} } from 'plugboard/schema'`,
    '',
    ...definitions.flatMap(({ types, text }) => [...types, text]),
  ].join('\n')
}

const toDefinition = (
  { description, input_parameters: input }: Tool,
  identifier: string,
): Definition => {
  const { type, declarations } = toTypeScript(input, `${identifier}_Arguments_`)
  // Only an object has a shape: of alternatives, each has its own.
  const converter = combiners.some((keyword) => keyword in input) ? 'toZod' : 'toZodObject'
  return {
    converter,
    types: declarations.map(({ name, type: declared }) => `export type ${name} = ${declared}\n`),
    text: `${toToolComment(description)}export const ${identifier} = /* @__PURE__ */ ${converter}<\n${indent(`TypedSchema<${type}>`, 2)}\n>(${toSource(input)})\n`,
  }
}

const combiners = ['anyOf', 'oneOf', 'allOf', '$ref']

/**
 * JSON is valid in TypeScript, except that a property `__proto__` would set the prototype. Each
 * property is at the beginning of a line, where no text can be, since JSON escapes line breaks.
 */
const toSource = (schema: unknown): string =>
  JSON.stringify(schema, null, 2).replaceAll(/^( *)"__proto__":/gm, '$1["__proto__"]:')
