import type { BfclAnswer } from '../../../../../src/evals/cases/readers/bfcl/bfcl-entry.ts'
import type { CaseTool, EvalCase } from '../../../../../src/evals/types.ts'

export type Call = { tool: string; arguments: Record<string, unknown> }

type Allowed = BfclAnswer['ground_truth'][number][string][string]

/**
 * The first answer that the set itself calls right, read from its own lines and not from the case
 * made of them.
 */
export const toAnswer = (
  truth: BfclAnswer['ground_truth'],
  toName: (original: string) => string,
  evalCase: EvalCase,
): Call[] =>
  truth.flatMap((call) =>
    Object.entries(call).map(([original, allowed]) => ({
      tool: toName(original),
      arguments: Object.fromEntries(
        Object.entries(allowed)
          .filter(([name]) => hasParameter(evalCase, toName(original), name))
          .flatMap(([name, values]) => {
            const given = firstOf(values)
            if (given !== undefined) return [[name, given]]
            // What is required and may only be "" is the empty text.
            return requiredOf(evalCase, toName(original)).includes(name) ? [[name, '']] : []
          }),
      ),
    })),
  )

/** `""` means that the value is left out. */
const firstOf = (allowed: Allowed): unknown => {
  if (allowed.length === 0) return []
  const value = allowed.find((each) => each !== '')
  if (value === undefined) return undefined
  return Array.isArray(value) ? value.map(toPlain) : toPlain(value)
}

/** An object lists what is allowed for each property. */
const toPlain = (value: Allowed[number]): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const given = Array.isArray(inner) ? firstOf(inner) : inner
      return given === undefined ? [] : [[name, given]]
    }),
  )
}

export const mutationNames = ['drop', 'change', 'swap', 'add'] as const
export type MutationName = (typeof mutationNames)[number]

/**
 * Every way to spoil an answer once: without one required argument, with one value changed, with
 * one tool's name changed, with a call more.
 */
export const mutate: Record<
  MutationName,
  (
    answer: Call[],
    evalCase: EvalCase,
    allowed: (call: number, parameter: string) => Allowed,
  ) => Call[][]
> = {
  drop: (answer, evalCase) =>
    answer.flatMap((call, at) =>
      requiredOf(evalCase, call.tool)
        .filter((name) => name in call.arguments)
        .map((name) => replace(answer, at, { ...call, arguments: without(call.arguments, name) })),
    ),
  change: (answer, _, allowed) =>
    answer.flatMap((call, at) =>
      Object.entries(call.arguments).flatMap(([name, value]) => {
        const changed = changeValue(value)
        // Where both are right, a boolean cannot be changed to a wrong one.
        return typeof value === 'boolean' && allowed(at, name).includes(!value)
          ? []
          : [replace(answer, at, { ...call, arguments: { ...call.arguments, [name]: changed } })]
      }),
    ),
  swap: (answer, { tools }) =>
    answer.map((call, at) => {
      const other = (tools as CaseTool[]).find(({ name }) => name !== call.tool)
      return replace(answer, at, { ...call, tool: other?.name ?? `${call.tool}_2` })
    }),
  add: (answer) => answer.map((call) => [...answer, structuredClone(call)]),
}

const requiredOf = (evalCase: EvalCase, tool: string): string[] =>
  (schemaOf(evalCase, tool)['required'] as string[] | undefined) ?? []

const hasParameter = (evalCase: EvalCase, tool: string, parameter: string): boolean =>
  Object.hasOwn((schemaOf(evalCase, tool)['properties'] as object | undefined) ?? {}, parameter)

const schemaOf = ({ tools }: EvalCase, name: string): Record<string, unknown> => {
  const schema = (tools as CaseTool[]).find((tool) => tool.name === name)?.inputSchema
  return typeof schema === 'object' ? schema : {}
}

/** To something that no set allows, of the same type. */
const changeValue = (value: unknown): unknown => {
  if (typeof value === 'string') return `${value} plus something else`
  if (typeof value === 'number') return value * 3 + 987_654_321
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value))
    return value.length > 0 ? [changeValue(value[0]), ...value.slice(1)] : ['something']
  if (value === null) return 'something'
  const [first] = Object.entries(value as object)
  return first ? { ...(value as object), [first[0]]: changeValue(first[1]) } : { something: 1 }
}

const replace = (answer: Call[], at: number, call: Call): Call[] =>
  answer.map((each, index) => (index === at ? call : each))

const without = (given: Record<string, unknown>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([each]) => each !== name))
