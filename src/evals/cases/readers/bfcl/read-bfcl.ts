import { z } from 'zod'
import type { CaseTool, EvalCase, Expectation, ExpectedCall, NotExpressed, ReadCases } from '../../../types.ts'
import { createToolNames, type ToolNames } from '../../../../schema/index.ts'
import { CaseFileError } from '../../case-file-error.ts'
import { parseLines } from '../../parse-lines.ts'
import { bfclAnswer, bfclQuestion, type BfclAnswer, type BfclQuestion } from './bfcl-entry.ts'
import { toArgumentMatcher } from './to-matcher.ts'
import { toInputSchema } from './to-input-schema.ts'

/** The texts of a set's files; sets where a right model calls nothing, or anything, have no answers. */
export interface BfclSet {
  /** Such as `simple_python` or `live_irrelevance`; it becomes the tag of the cases. */
  category: string
  questions: string
  answers?: string | undefined
}

/** The cases, and for each its own names of the tools: those of the case are allowed to every model interface. */
export interface ReadBfcl extends ReadCases {
  /** Case id -> the case's name of a tool -> BFCL's. */
  originalNames: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/**
 * Reads a single-turn set of the Berkeley Function Calling Leaderboard (v4). The cases judge by BFCL's rules, which is not to say that
 * a result is a score on its leaderboard.
 *
 * @example
 * const { cases, notExpressed } = readBfcl({ category: 'multiple', questions: await readFile('BFCL_v4_multiple.json', 'utf8'), answers })
 */
export const readBfcl = ({ category, questions, answers }: BfclSet): ReadBfcl => {
  const answerOf = new Map(parseEntries(bfclAnswer, answers ?? '', `${category}, answers`).map((answer) => [answer.id, answer]))
  const entries = parseEntries(bfclQuestion, questions, category)
  const read = entries.map((entry) => readEntry(category, entry, answerOf.get(entry.id)))
  const ids = new Set(entries.map(({ id }) => id))
  const unasked = [...answerOf.keys()].filter((id) => !ids.has(id)).map((id): NotExpressed => ({ id, what: 'has an answer and no question' }))
  return {
    cases: read.flatMap(({ found }) => found ?? []),
    notExpressed: [...read.flatMap(({ notExpressed }) => notExpressed), ...unasked],
    originalNames: new Map(entries.map(({ id, function: functions }) => [id, namesOf(functions).slugs])),
  }
}

const parseEntries = <T>(schema: z.ZodType<T>, text: string, source: string): T[] =>
  parseLines(text, source).map((line, index) => {
    const parsed = schema.safeParse(line)
    if (parsed.success) return parsed.data
    throw new CaseFileError(`${source}, line ${index + 1}: ${z.prettifyError(parsed.error)}`)
  })

const readEntry = (category: string, entry: BfclQuestion, answer: BfclAnswer | undefined): { found?: EvalCase; notExpressed: NotExpressed[] } => {
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
    notExpressed: [...unknownTypes.map((type) => ({ id, what: `the type "${type}" of a parameter is not known; it was left out` })), ...expected.left.map((what) => ({ id, what }))],
  }
}

const namesOf = (functions: BfclQuestion['function']): ToolNames => createToolNames(functions.map(({ name }) => name))

const toTools = (functions: BfclQuestion['function'], { names }: ToolNames): { tools: CaseTool[]; unknownTypes: string[] } => {
  const converted = functions.map(({ name, description, parameters }) => ({ name: names.get(name) ?? name, description, ...toInputSchema(parameters) }))
  return {
    tools: converted.map(({ name, description, schema }) => ({ name, ...(description !== undefined && { description }), inputSchema: schema })),
    unknownTypes: converted.flatMap(({ unknownTypes }) => unknownTypes),
  }
}

const toExpectation = (category: string, entry: BfclQuestion, answer: BfclAnswer | undefined, names: ToolNames): { expect: Expectation; left: string[] } | string => {
  if (category.endsWith('irrelevance')) return { expect: { noCall: true }, left: [] }
  if (category.endsWith('relevance')) return { expect: { someCall: true }, left: [] }
  if (!answer) return 'has no answer'
  const calls = answer.ground_truth.flatMap((call) => Object.entries(call).map(([name, allowed]) => toCall(entry, names, name, allowed)))
  return { expect: { calls: calls.map(({ call }) => call), order: 'none', extraCalls: 'forbidden' }, left: calls.flatMap(({ left }) => left) }
}

/** A parameter that the function does not have can not be given; BFCL refuses it too. */
const toCall = ({ function: functions }: BfclQuestion, { names }: ToolNames, name: string, allowed: BfclAnswer['ground_truth'][number][string]): { call: ExpectedCall; left: string[] } => {
  const parameters = functions.find((each) => each.name === name)?.parameters
  const known = z.object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()).default([]) }).safeParse(parameters).data
  const entries = Object.entries(allowed)
  const given = entries.filter(([parameter]) => known && Object.hasOwn(known.properties, parameter))
  const left = [
    ...entries.filter((each) => !given.includes(each)).map(([parameter]) => `the answer gives ${parameter}, which ${name} does not have`),
    ...given.filter(([, values]) => values.length === 0).map(([parameter]) => `the answer allows no value of ${parameter}; it was read as the empty list`),
  ]
  const matchers = given.map(([parameter, values]) => [parameter, toArgumentMatcher(values, known?.required.includes(parameter) ?? false)])
  return { call: { tool: names.get(name) ?? name, arguments: Object.fromEntries(matchers), defaults: 'different' }, left }
}
