import type { Tool } from '../../contract/index.ts'
import { firstSentence } from '../first-sentence.ts'
import { toLines } from '../print-list.ts'
import { toCellText } from '../to-cell-text.ts'
import { toTyped } from '../to-typed.ts'

/** What a terminal shows of a tool: its arguments, a line each, and how it is called. */
export const toToolText = (tool: Tool): string => {
  const { slug, description, toolkit, version, aliases = [], tags, input_parameters: input } = tool
  const lines = toArguments(input)
  const facts = [
    `Toolkit: ${toolkit.slug}, version ${version}`,
    ...(tags.length > 0 ? [`Tags: ${toCellText(tags.join(', '))}`] : []),
    ...(aliases.length > 0 ? [`Also: ${aliases.join(', ')}`] : []),
  ]
  return [
    slug,
    // A third party wrote it.
    ...description.split('\n').map(toCellText),
    '',
    ...facts,
    '',
    ...(lines.length === 0
      ? ['It takes no arguments.']
      : ['Arguments:', ...toLines(lines, columns)]),
    '',
    toTyped(
      `Run: plugboard tools execute ${slug}${lines.length === 0 ? '' : ` --arguments '{…}'`} --user <id>`,
      process.env,
    ),
  ].join('\n')
}

type Argument = { name: string; type: string; isRequired: boolean; description: string }

const columns = {
  ARGUMENT: ({ name }: Argument) => name,
  TYPE: ({ type }: Argument) => type,
  REQUIRED: ({ isRequired }: Argument) => (isRequired ? 'required' : null),
  DESCRIPTION: ({ description }: Argument) => firstSentence(description),
}

/** Required ones first, otherwise in their order. */
const toArguments = ({ properties = {}, required }: Tool['input_parameters']): Argument[] => {
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  const all = Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    isRequired: names.includes(name),
    description: textOf(schema, 'description'),
  }))
  return [...all.filter((one) => one.isRequired), ...all.filter((one) => !one.isRequired)]
}

const textOf = (schema: unknown, keyword: string): string => {
  const value = memberOf(schema, keyword)
  return typeof value === 'string' ? value : ''
}

const memberOf = (schema: unknown, keyword: string): unknown =>
  typeof schema === 'object' && schema !== null && keyword in schema
    ? (schema as Record<string, unknown>)[keyword]
    : undefined

const mostValues = 6

const typeOf = (schema: unknown): string => {
  const values = memberOf(schema, 'enum')
  if (Array.isArray(values) && values.length <= mostValues)
    return values.map((value) => JSON.stringify(value)).join(' | ')
  const type = memberOf(schema, 'type')
  if (type === 'array') return `list of ${typeOf(memberOf(schema, 'items'))}`
  if (Array.isArray(type)) return type.join(' or ')
  return typeof type === 'string' ? type : 'any'
}
