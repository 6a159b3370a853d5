import { z } from 'zod'
import type { ToolSlug } from '../../index.ts'
import { matcherSchema, type JsonObject, type JsonValue } from '../matchers/index.ts'
import type { CaseTools, EvalCase } from '../types.ts'

const jsonValue: z.ZodType<JsonValue> = z.json()
const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), z.json())
const name = z.string().min(1)
const matchers = z.record(z.string(), matcherSchema)
const amount = z.number().positive()

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.enum(['system', 'user']), content: z.string() }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().default(''),
    calls: z
      .array(z.strictObject({ id: name, tool: name, arguments: jsonObject.default({}) }))
      .optional(),
  }),
  z.strictObject({ role: z.literal('tool'), content: z.string(), callId: name }),
])

const tools: z.ZodType<CaseTools> = z.union(
  [
    // Which slugs there are is known when a case runs.
    z.array(name) as unknown as z.ZodType<ToolSlug[]>,
    z.array(
      z.strictObject({
        name,
        description: z.string().optional(),
        inputSchema: z.union([z.boolean(), z.record(z.string(), z.unknown())]),
      }),
    ),
    z.strictObject({
      session: z.union([name, z.strictObject({ userId: name, config: jsonObject.optional() })]),
    }),
  ],
  'must be a list of slugs, a list of {name, description, inputSchema}, or {session}',
)

const expectedCall = z.strictObject({
  id: name.optional(),
  after: z.array(name).optional(),
  tool: matcherSchema,
  arguments: matchers.default({}),
  extraArguments: z.enum(['allowed', 'forbidden']).optional(),
  defaults: z.enum(['same', 'different']).optional(),
  weights: z.record(z.string(), z.number().min(0)).optional(),
})

const readState = z.custom<() => Promise<unknown>>(
  (value) => typeof value === 'function',
  'must be {tool, arguments}, or a function',
)

const expectation = z.strictObject({
  calls: z.array(expectedCall).optional(),
  order: z.enum(['total', 'partial', 'none']).optional(),
  extraCalls: z.enum(['allowed', 'forbidden']).optional(),
  noCall: z.boolean().optional(),
  someCall: z.boolean().optional(),
  text: matcherSchema.optional(),
  state: z
    .strictObject({
      read: z.union([z.strictObject({ tool: name, arguments: jsonObject.default({}) }), readState]),
      expect: matcherSchema,
    })
    .optional(),
  forbidden: z.array(name).optional(),
  goal: z.boolean().optional(),
  searchFirst: z.boolean().optional(),
  recovers: z.boolean().optional(),
  steps: z.int().positive().optional(),
  noConnection: z.boolean().optional(),
})

const mock = z
  .strictObject({
    tool: name,
    arguments: matchers.optional(),
    result: jsonValue.optional(),
    error: z.string().optional(),
    times: z.int().positive().optional(),
  })
  .refine(
    ({ result, error }) => (result === undefined) !== (error === undefined),
    'must have either result or error',
  )

const shared = {
  tools: tools.optional(),
  tags: z.array(name).optional(),
  mocks: z.array(mock).optional(),
  budget: z
    .strictObject({
      ms: amount.optional(),
      tokens: amount.optional(),
      cost: amount.optional(),
      calls: z.int().min(0).optional(),
    })
    .optional(),
  maxSteps: z.int().positive().optional(),
}

/** The fields that the cases of a file may share as defaults. */
export const caseDefaults = z.strictObject(shared)
type CaseDefaults = z.output<typeof caseDefaults>

const user = z.union(
  [
    z.strictObject({ says: z.array(z.string().min(1)).min(1).max(50) }),
    z.strictObject({
      goal: name,
      persona: z.string().optional(),
      facts: z.array(z.string()).optional(),
      maxTurns: z.int().min(1).max(50).optional(),
    }),
  ],
  'must be {says: [texts]} with at most 50 texts, or {goal, persona, facts, maxTurns} with at most 50 turns',
)

const oneBeginning =
  'write either input, for one message of the user, or messages; without both, user begins'

/** A case as it is written: `input` is short for one user message. */
export const caseSchema = z
  .strictObject({
    id: name,
    input: z.string().optional(),
    messages: z.array(message).optional(),
    user: user.optional(),
    expect: expectation,
    ...shared,
  })
  .refine(({ input, messages }) => input === undefined || messages === undefined, {
    path: ['input'],
    message: oneBeginning,
  })
  .refine(({ input, messages = [], user }) => user || input !== undefined || messages.length > 0, {
    path: ['input'],
    message: oneBeginning,
  })
  .superRefine(({ user, expect: { calls = [], order, noCall, someCall, goal } }, context) => {
    const refuse = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', path: ['expect', ...path], message })
    if (goal !== undefined && !(user && 'goal' in user)) refuse('requires user.goal', 'goal')
    if (noCall && (someCall || calls.length > 0)) refuse('contradicts the expected calls', 'noCall')
    const ids = calls.flatMap(({ id }) => id ?? [])
    if (new Set(ids).size < ids.length) refuse('has two calls with the same id', 'calls')
    for (const [index, { after = [] }] of calls.entries()) {
      const unknown = after.filter((id) => !ids.includes(id))
      if (unknown.length > 0)
        refuse(
          `refers to calls that the case does not have: ${unknown.join(', ')}`,
          'calls',
          index,
          'after',
        )
      if (after.length > 0 && order !== 'partial')
        refuse('requires order: partial', 'calls', index, 'after')
    }
  })

/**
 * Fills in the file's defaults: tags and mocks are appended to them, everything else replaces them.
 */
export const toCase = (
  { input, messages, ...own }: z.output<typeof caseSchema>,
  defaults: CaseDefaults = {},
): EvalCase => ({
  ...defaults,
  ...own,
  messages: messages ?? (input === undefined ? [] : [{ role: 'user', content: input }]),
  tools: own.tools ?? defaults.tools ?? [],
  ...mergeLists('tags', own, defaults),
  // The mocks of the case take precedence.
  ...mergeLists('mocks', own, defaults),
})

const mergeLists = <K extends 'tags' | 'mocks'>(
  name: K,
  own: CaseDefaults,
  defaults: CaseDefaults,
) => {
  const merged = [...(own[name] ?? []), ...(defaults[name] ?? [])]
  return merged.length > 0 ? { [name]: merged } : {}
}
