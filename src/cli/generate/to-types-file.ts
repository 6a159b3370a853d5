import type { Tool } from '../../contract/index.ts'
import { toToolName, toTypeScript, type TypeText } from '../../schema/index.ts'
import { toPropertyName } from '../../schema/typescript/to-literal.ts'
import { indent, toHeader, toIdentifiers, toToolComment } from './source-text.ts'

/**
 * Generates a declaration file that adds the tools to `ToolTypes` of the package; with `strict`,
 * unknown slugs become compile errors. The output is deterministic.
 */
export const toTypesFile = (
  tools: readonly Tool[],
  { strict = false }: { strict?: boolean } = {},
): string => {
  const identifiers = toIdentifiers(tools)
  const parts = tools.map((tool) => toParts(tool, identifiers.get(tool.slug) ?? ''))
  const declarations = parts.flatMap((part) => part.declarations)
  return [
    ...toHeader('types', tools),
    "import 'plugboard'",
    '',
    ...(declarations.length === 0
      ? []
      : [...declarations.map(({ name, type }) => `type ${name} = ${type}`), '']),
    "declare module 'plugboard' {",
    '  interface ToolTypes {',
    ...parts.map(({ entry }) => indent(entry, 4)),
    '  }',
    ...(strict ? ['  interface ToolTypeSettings {', '    strict: true', '  }'] : []),
    '}',
    '',
  ].join('\n')
}

const toParts = (
  { slug, description, input_parameters: input, output_parameters: output }: Tool,
  identifier: string,
): { entry: string; declarations: TypeText['declarations'] } => {
  const taken = toTypeScript(input, `${identifier}_Arguments_`)
  const given = toTypeScript(output, `${identifier}_Data_`)
  const name = toToolName(slug)
  const members = [
    ...(name === slug ? [] : [`name: '${name}'`]),
    `arguments: ${taken.type}`,
    `data: ${given.type}`,
  ]
  return {
    entry: `${toToolComment(description)}${toPropertyName(slug)}: {\n${indent(members.join('\n'), 2)}\n}`,
    declarations: [...taken.declarations, ...given.declarations],
  }
}
