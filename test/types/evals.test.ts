import { expect, expectTypeOf, test } from 'vitest'
import {
  parseCases,
  type createReport,
  type EvalReport,
  type Expectation,
  type judgeCriteria,
  type Matcher,
  type modelJudge,
  type ModelJudgeOptions,
  type openai,
  type Runner,
  type runSuite,
  type ScoredRun,
  type SuiteOptions,
} from '../../src/evals/index.ts'
import { describeEval } from '../../src/evals/vitest/index.ts'

// The type checker is what fails here; running the file proves little more.

test('runners, suites and reports fit each other', () => {
  expectTypeOf<ReturnType<typeof openai>>().toEqualTypeOf<Runner>()
  expectTypeOf<Awaited<ReturnType<typeof runSuite>>>().toEqualTypeOf<ScoredRun[]>()
  expectTypeOf<typeof createReport>().toBeCallableWith([], {
    thresholds: [{ name: 'pass^3', least: 0.8 }],
  })
  expectTypeOf<ReturnType<typeof createReport>>().toEqualTypeOf<EvalReport>()
  expectTypeOf<typeof describeEval>().toBeCallableWith('name', {
    cases: parseCases([], 'none'),
    runners: [],
    trials: 3,
    least: 0.5,
  })
})

test('cases say whether they expect a missing connection', () => {
  expectTypeOf<Expectation['noConnection']>().toEqualTypeOf<boolean | undefined>()
})

test('a model that judges fits a suite, and its criteria are texts by name', () => {
  expectTypeOf<ReturnType<typeof modelJudge>>().toExtend<NonNullable<SuiteOptions['judge']>>()
  expectTypeOf<ModelJudgeOptions['criteria']>().toEqualTypeOf<Record<string, string> | undefined>()
  expectTypeOf<keyof typeof judgeCriteria>().toEqualTypeOf<'goal' | 'faithful' | 'honest'>()
})

test('matchers are plain values, rules and functions', () => {
  expectTypeOf<'text' | 1 | null | string[]>().toExtend<Matcher>()
  expectTypeOf<{ $number: number; relative: number }>().toExtend<Matcher>()
  expectTypeOf<(actual: unknown) => boolean>().toExtend<Matcher>()
})

test('the matcher of vitest takes calls as cases have them', () => {
  expect([{ tool: 'GET', arguments: { id: 1 } }]).toCallTools(
    [{ tool: 'GET', arguments: { id: { $any: true } } }],
    { order: 'total' },
  )
  // @ts-expect-error no such order
  const refused = () => expect([]).toCallTools([], { order: 'any' })
  expectTypeOf(refused).toBeFunction()
})
