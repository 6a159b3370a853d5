import { readBfcl, type BfclSet } from '../../../../../src/evals/cases/index.ts'
import { parseLines } from '../../../../../src/evals/cases/parse-lines.ts'
import { bfclAnswer } from '../../../../../src/evals/cases/readers/bfcl/bfcl-entry.ts'
import { isPassed, scoreExpected } from '../../../../../src/evals/scorers/index.ts'
import type { CaseTool, EvalCase, NotExpressed } from '../../../../../src/evals/types.ts'
import { toRun } from '../../../to-run.ts'
import { mutate, mutationNames, toAnswer, type Call, type MutationName } from './mutations.ts'

export type Count = {
  passed: number
  of: number
  /** Ids of the cases that were not judged as they should be. */
  wrong: string[]
}

type SetFigures = {
  category: string
  cases: number
  itself: Count
  mutations: Record<MutationName, Count>
  notExpressed: NotExpressed[]
}

/**
 * How each right answer of a set is judged, and each way to spoil it; `every` takes only some of
 * the cases.
 */
export const measureSet = (set: BfclSet, every = 1): SetFigures => {
  const { cases, notExpressed, originalNames } = readBfcl(set)
  const truths = new Map(
    parseLines(set.answers ?? '', set.category)
      .map((line) => bfclAnswer.parse(line))
      .map(({ id, ground_truth }) => [id, ground_truth]),
  )
  const chosen = cases.filter((_, index) => index % every === 0)
  const itself = createCount()
  const mutations = Object.fromEntries(
    mutationNames.map((name) => [name, createCount()]),
  ) as Record<MutationName, Count>
  for (const evalCase of chosen) {
    const { tools } = evalCase as { tools: CaseTool[] }
    const original = originalNames.get(evalCase.id) ?? new Map<string, string>()
    const truth = truths.get(evalCase.id) ?? []
    const nameOf = (name: string) => [...original].find(([, each]) => each === name)?.[0] ?? name
    const answer = evalCase.expect.someCall
      ? [{ tool: tools[0]?.name ?? '', arguments: {} }]
      : toAnswer(truth, nameOf, evalCase)
    count(itself, evalCase, answer, true)
    const flat = truth.flatMap((call) => Object.values(call))
    for (const name of mutationNames)
      for (const spoilt of spoil(
        name,
        evalCase,
        answer,
        (call, parameter) => flat[call]?.[parameter] ?? [],
      ))
        count(mutations[name], evalCase, spoilt, false)
  }
  return { category: set.category, cases: chosen.length, itself, mutations, notExpressed }
}

/** Where no call is right, a call more is the only way to spoil it; where any is right, none. */
const spoil = (
  name: MutationName,
  evalCase: EvalCase,
  answer: Call[],
  allowed: Parameters<(typeof mutate)['change']>[2],
): Call[][] => {
  if (evalCase.expect.noCall)
    return name === 'add'
      ? [[{ tool: (evalCase.tools as CaseTool[])[0]?.name ?? '', arguments: {} }]]
      : []
  return evalCase.expect.someCall ? [] : mutate[name](answer, evalCase, allowed)
}

const createCount = (): Count => ({ passed: 0, of: 0, wrong: [] })

const count = (into: Count, evalCase: EvalCase, calls: Call[], shouldPass: boolean): void => {
  const passed = isPassed(scoreExpected(toRun(evalCase, [calls])))
  into.of++
  if (passed) into.passed++
  if (passed !== shouldPass) into.wrong.push(evalCase.id)
}
