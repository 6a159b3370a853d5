import { z } from 'zod'
import { isObject } from '../../schema/json-schema.ts'
import type { EvalCase } from '../types.ts'
import { CaseFileError } from './case-file-error.ts'
import { caseDefaults, caseSchema, toCase } from './case-schema.ts'

/**
 * Parses the content of a case file: a list of cases, or `{defaults, cases}`. `source` names the
 * file in error messages.
 *
 * @example
 * const [greeting] = parseCases([{ id: 'greeting', input: 'Hello', expect: { noCall: true } }], 'greeting.ts')
 */
export const parseCases = (content: unknown, source: string): EvalCase[] => {
  const file = Array.isArray(content)
    ? { cases: content as unknown[] }
    : parse(fileSchema, content, source)
  const cases = file.cases.map((entry, index) =>
    toCase(parse(caseSchema, entry, nameEntry(source, entry, index)), file.defaults),
  )
  return rejectDuplicateIds(cases, source)
}

const fileSchema = z.strictObject(
  { defaults: caseDefaults.optional(), cases: z.array(z.unknown()) },
  'must be a list of cases, or {defaults, cases}',
)

/** Parses one case; an error names the case and the invalid fields. */
const parse = <T>(schema: z.ZodType<T>, value: unknown, source: string): T => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new CaseFileError(
    `${source}: ${parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')}`,
  )
}

const nameEntry = (source: string, entry: unknown, index: number): string =>
  isObject(entry) && typeof entry['id'] === 'string'
    ? `${source}, case "${entry['id']}"`
    : `${source}, case ${index + 1}`

/** Case ids identify results, so they must be unique. */
export const rejectDuplicateIds = (cases: EvalCase[], source: string): EvalCase[] => {
  const twins = [...Map.groupBy(cases, ({ id }) => id)]
    .filter(([, { length }]) => length > 1)
    .map(([id]) => id)
  if (twins.length > 0)
    throw new CaseFileError(`${source}: more than one case has the id ${twins.join(', ')}`)
  return cases
}
