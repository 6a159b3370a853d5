import type { Tool } from '../../contract/index.ts'
import { toTypeScript, type TypeText } from '../../schema/index.ts'

/**
 * Generates a declaration file that adds the tools to `ToolTypes` of the package. The output is
 * deterministic.
 */
export const toTypesFile = (tools: readonly Tool[]): string => {
  const parts = tools.map(toParts)
  const declarations = parts.flatMap((part) => part.declarations)
  const versions = [
    ...new Set(tools.map(({ toolkit, version }) => `${toolkit.slug} ${version}`)),
  ].toSorted()
  return [
    '// Made by `plugboard generate types`; make it again when a toolkit was imported again.',
    `// ${versions.length === 0 ? 'There were no tools.' : versions.join(', ')}`,
    "import 'plugboard'",
    '',
    ...(declarations.length === 0
      ? []
      : [...declarations.map(({ name, type }) => `type ${name} = ${type}`), '']),
    "declare module 'plugboard' {",
    '  interface ToolTypes {',
    ...parts.map(({ entry }) => indent(entry, 4)),
    '  }',
    '}',
    '',
  ].join('\n')
}

const toParts = ({
  slug,
  description,
  input_parameters: input,
  output_parameters: output,
}: Tool): { entry: string; declarations: TypeText['declarations'] } => {
  const taken = toTypeScript(input, `${slug}_Arguments_`)
  const given = toTypeScript(output, `${slug}_Data_`)
  return {
    entry: `${toComment(description)}${slug}: {\n${indent(`arguments: ${taken.type}\ndata: ${given.type}`, 2)}\n}`,
    declarations: [...taken.declarations, ...given.declarations],
  }
}

const toComment = (description: string): string => {
  const line = description
    .trim()
    .split('\n', 1)
    .join('')
    .replaceAll('*/', String.raw`*\/`)
  return line === '' ? '' : `/** ${line} */\n`
}

const indent = (text: string, columns: number): string =>
  text.replaceAll(/^(?=.)/gm, ' '.repeat(columns))
