import { z } from 'zod'
import type {
  CaseTool,
  EvalCase,
  Expectation,
  ExpectedCall,
  NotExpressed,
  ReadCases,
} from '../../../types.ts'
import { createToolNames, type ToolNames } from '../../../../schema/index.ts'
import { isObject } from '../../../../schema/json-schema.ts'
import { CaseFileError } from '../../case-file-error.ts'
import { parseLines } from '../../parse-lines.ts'
import {
  bfclAnswer,
  bfclQuestion,
  parametersOf,
  type BfclAnswer,
  type BfclQuestion,
} from './bfcl-entry.ts'
import { toArgumentMatcher } from './to-matcher.ts'
import { toInputSchema } from './to-input-schema.ts'
import { findFaults } from './find-faults.ts'

/** The content of a set's files; sets in which any call, or none, is correct have no answers. */
export type BfclSet = {
  /** Such as `simple_python` or `live_irrelevance`; becomes the tag of the cases. */
  category: string
  questions: string
  answers?: string | undefined
}

/**
 * The cases, and the original tool names of each: the names in the cases are valid for every model
 * API.
 */
export type ReadBfcl = {
  /** Case id -> tool name in the case -> BFCL's name. */
  originalNames: ReadonlyMap<string, ReadonlyMap<string, string>>
} & ReadCases

/**
 * Reads a single-turn set of the Berkeley Function Calling Leaderboard (v4). The cases are scored
 * by BFCL's rules, but results are not scores of its leaderboard. They differ from its checker
 * where it depends on chance or where JSON makes no such distinction:
 *
 * | | BFCL's checker | these cases |
 * |---|---|---|
 * | parallel calls | each expected call takes the first match | the best assignment overall, independent of order |
 * | names with a dot | the dot becomes `_` | a reversible name, because two names may differ only in the dot |
 * | numbers | `2` and `2.0` differ in integers and in lists | are equal |
 * | `true` in an object where 1 is correct | passes | fails |
 * | accents | compared by code point | composed and decomposed letters are equal |
 * | a call with invalid JSON, where no call is correct | does not count as a call | counts |
 * | a parameter of any type | is declared to the model as a text | has no declared type |
 * | sets of Java and JavaScript | values are requested as source text, which is parsed | values are requested and compared as JSON |
 * | an answer that no call can match | always fails | is interpreted as below, and listed in `notExpressed` |
 *
 * In such an answer, a parameter that the function does not have is omitted, a missing value means
 * the empty list, and a property with a plain value instead of a list allows this value.
 *
 * @example
 * const { cases, notExpressed } = readBfcl({ category: 'multiple', questions: await readFile('BFCL_v4_multiple.json', 'utf8'), answers })
 */
export const readBfcl = ({ category, questions, answers }: BfclSet): ReadBfcl => {
  const answerOf = new Map(
    parseEntries(bfclAnswer, answers ?? '', `${category}, answers`).map((answer) => [
      answer.id,
      answer,
    ]),
  )
  const entries = parseEntries(bfclQuestion, questions, category)
  const read = entries.map((entry) => readEntry(category, entry, answerOf.get(entry.id)))
  const ids = new Set(entries.map(({ id }) => id))
  const unasked = [...answerOf.keys()]
    .filter((id) => !ids.has(id))
    .map((id): NotExpressed => ({ id, what: 'has an answer but no question' }))
  return {
    cases: read.flatMap(({ found }) => found ?? []),
    notExpressed: [...read.flatMap(({ notExpressed }) => notExpressed), ...unasked],
    originalNames: new Map(
      entries.map(({ id, function: functions }) => [id, namesOf(functions).slugs]),
    ),
  }
}

const parseEntries = <T>(schema: z.ZodType<T>, text: string, source: string): T[] =>
  parseLines(text, source).map((line, index) => {
    const parsed = schema.safeParse(line)
    if (parsed.success) return parsed.data
    throw new CaseFileError(`${source}, line ${index + 1}: ${z.prettifyError(parsed.error)}`)
  })

const readEntry = (
  category: string,
  entry: BfclQuestion,
  answer: BfclAnswer | undefined,
): { found?: EvalCase; notExpressed: NotExpressed[] } => {
  const { id, question, function: functions } = entry
  const refuse = (what: string) => ({ notExpressed: [{ id, what }] })
  if (question.length !== 1) return refuse(`asks in ${question.length} turns; a case has one`)
  const names = namesOf(functions)
  const { tools, unknownTypes } = toTools(functions, names)
  const expected = toExpectation(category, entry, answer, names)
  if (typeof expected === 'string') return refuse(expected)
  const messages = (question[0] ?? []).map(({ role, content }) => ({ role, content }))
  return {
    found: { id, tags: [category], messages, tools, expect: expected.expect, maxSteps: 1 },
    notExpressed: [
      ...unknownTypes.map((type) => ({
        id,
        what: `the type "${type}" of a parameter is unknown; it was omitted`,
      })),
      ...expected.left.map((what) => ({ id, what })),
    ],
  }
}

const namesOf = (functions: BfclQuestion['function']): ToolNames =>
  createToolNames(functions.map(({ name }) => name))

const toTools = (
  functions: BfclQuestion['function'],
  { names }: ToolNames,
): { tools: CaseTool[]; unknownTypes: string[] } => {
  const converted = functions.map(({ name, description, parameters }) => ({
    name: names.get(name) ?? name,
    description,
    ...toInputSchema(parameters),
  }))
  return {
    tools: converted.map(({ name, description, schema }) => ({
      name,
      ...(description !== undefined && { description }),
      inputSchema: schema,
    })),
    unknownTypes: converted.flatMap(({ unknownTypes }) => unknownTypes),
  }
}

const toExpectation = (
  category: string,
  entry: BfclQuestion,
  answer: BfclAnswer | undefined,
  names: ToolNames,
): { expect: Expectation; left: string[] } | string => {
  if (category.endsWith('irrelevance')) return { expect: { noCall: true }, left: [] }
  if (category.endsWith('relevance')) return { expect: { someCall: true }, left: [] }
  if (!answer) return 'has no answer'
  if (namesRule(answer))
    return 'has a property whose name begins with $, which a case interprets as a rule'
  const calls = answer.ground_truth.flatMap((call) =>
    Object.entries(call).map(([name, allowed]) => toCall(entry, names, name, allowed)),
  )
  return {
    expect: { calls, order: 'none', extraCalls: 'forbidden' },
    left: findFaults(category, entry, answer),
  }
}

const namesRule = ({ ground_truth: calls }: BfclAnswer): boolean =>
  calls
    .flatMap((call) => Object.values(call))
    .some((allowed) =>
      Object.values(allowed)
        .flat(2)
        .some(
          (value) => isObject(value) && Object.keys(value).some((name) => name.startsWith('$')),
        ),
    )

/** A parameter that the function does not declare cannot be given. */
const toCall = (
  entry: BfclQuestion,
  { names }: ToolNames,
  name: string,
  allowed: BfclAnswer['ground_truth'][number][string],
): ExpectedCall => {
  const { properties, required } = parametersOf(entry, name)
  const matchers = Object.entries(allowed).flatMap(([parameter, values]) => {
    const matcher = Object.hasOwn(properties, parameter)
      ? toArgumentMatcher(values, properties[parameter], required.includes(parameter))
      : undefined
    return matcher === undefined ? [] : [[parameter, matcher] as const]
  })
  return {
    tool: names.get(name) ?? name,
    arguments: Object.fromEntries(matchers),
    defaults: 'different',
  }
}
