import type { SchemaIssue } from './compile-schema.ts'
import { cleanText, describeValue } from './compiler/json-value.ts'
import { isObject, type JsonSchema } from './json-schema.ts'
import { maskSecrets } from './mask-secrets.ts'
import { valueAt } from './value-at.ts'
import { withMembers } from './with-members.ts'

/**
 * Describes each issue of a value in a sentence, so that a model can correct its arguments. With the
 * value and its schema, the sentences also name what was wrong, except secrets.
 *
 * @example
 * describeIssues([{ path: ['repository', 'owner'], keyword: 'required', message: 'is required' }])
 * // ['`repository.owner` is required']
 */
export const describeIssues = (
  issues: readonly SchemaIssue[],
  given?: { value: unknown; schema: JsonSchema },
): string[] => {
  const masked = given && maskSecrets(given.value, given.schema, mask)
  const calledHere = findTitles(given?.schema)
  const ownerOf = findOwners(given?.schema)
  return [
    ...new Set(
      issues.map((issue) => {
        const { path } = issue
        const subject = path.length === 0 ? 'The value' : `\`${describePath(path)}\``
        const called = calledHere(issue)
        if (called !== undefined) return `${subject} is called \`${describePath([called])}\` here`
        const owner = ownerOf(issue)
        if (owner !== undefined) return `${subject} belongs in \`${describePath([owner])}\``
        return `${subject} ${given ? withValue(issue, masked) : issue.message}`
      }),
    ),
  ]
}

/**
 * Which one of its properties has an unknown name of the value as its title, or as the beginning of
 * it: arguments whose names were not allowed are titled with them.
 */
const findTitles = (
  schema: JsonSchema | undefined,
): ((issue: SchemaIssue) => string | undefined) => {
  let titles: [name: string, title: string][] | undefined
  const read = () =>
    propertiesOf(schema, schema).flatMap(([name, member]): [string, string][] =>
      isObject(member) && typeof member['title'] === 'string'
        ? [[name, member['title'].normalize()]]
        : [],
    )
  return (issue) => {
    const unknown = unknownName(issue)?.normalize()
    if (unknown === undefined) return undefined
    titles ??= read()
    const found = titles.filter(
      ([, title]) => title === unknown || title.startsWith(`${unknown}: `),
    )
    return found.length === 1 ? found[0]?.[0] : undefined
  }
}

/** An undeclared property of the value itself. */
const unknownName = ({ path: [name, ...deeper], keyword }: SchemaIssue): string | undefined =>
  keyword === 'additionalProperties' && deeper.length === 0 && typeof name === 'string'
    ? name
    : undefined

/** Owners beyond these are not looked into. */
const maximumOwners = 100

/** Which one of its properties an unknown name of the value belongs in, if it is in just one. */
const findOwners = (
  schema: JsonSchema | undefined,
): ((issue: SchemaIssue) => string | undefined) => {
  let owners: Map<string, Set<string>> | undefined
  const read = () => {
    const found = new Map<string, Set<string>>()
    for (const [owner, member] of propertiesOf(schema, schema).slice(0, maximumOwners))
      for (const [name] of propertiesOf(member, schema))
        found.set(name, (found.get(name) ?? new Set()).add(owner))
    return found
  }
  return (issue) => {
    const name = unknownName(issue)
    if (name === undefined) return undefined
    owners ??= read()
    const [owner, another] = owners.get(name) ?? []
    return another === undefined ? owner : undefined
  }
}

const propertiesOf = (schema: unknown, root: unknown): [string, unknown][] =>
  withMembers([schema], root).flatMap(({ properties }) =>
    isObject(properties) ? Object.entries(properties) : [],
  )

const mask = '[secret]'

/** Keywords whose messages say what a value has to be; others are about names. */
const aboutValues = new Set(['type', 'format', 'pattern', 'minLength', 'maxLength', 'multipleOf'])

/** Names the offending value, unless it is a secret. */
const withValue = ({ path, keyword, message }: SchemaIssue, masked: unknown): string => {
  const isSecret = path.some((_, index) => valueAt(masked, path.slice(0, index + 1)) === mask)
  if (isSecret) return message.replace(/; got .*$/s, '; got a secret, which is not repeated here')
  const value = valueAt(masked, path)
  const isShown = typeof value === 'string' || typeof value === 'number'
  if (!isShown || value === '' || !aboutValues.has(keyword)) return message
  const shown = describeValue(value)
  if (message.includes(shown)) return message
  return keyword === 'type'
    ? message.replace(/; got (string|number)$/, `; got ${shown.replaceAll('$', '$$$$')}`)
    : `${message} (in ${shown})`
}

/** A path as it is written in code: `labels[0].name`. */
export const describePath = (path: readonly (string | number)[]): string => {
  const text = path
    .map((step) => {
      if (typeof step === 'number') return `[${step}]`
      return /^[\p{L}_$@][\p{L}\p{N}_$@-]*$/u.test(step)
        ? `.${step}`
        : `[${cleanText(JSON.stringify(step))}]`
    })
    .join('')
  const shown = text.startsWith('.') ? text.slice(1) : text
  return shown.length > 200 ? `${shown.slice(0, 100)}…${shown.slice(-100)}` : shown
}
