import type { ToolArguments, ToolSlug, ToolTypes } from '../../index.ts'
import type { Matcher, MatchFunction, Rule } from '../matchers/matcher.ts'
import type { CaseTools, EvalCase, EvalMessage, Expectation, ExpectedCall } from '../types.ts'

/** A case as it is written: `input` is short for one message of the user. */
export type WrittenCase = Omit<
  EvalCase,
  'messages' | 'tools' | 'tags' | 'mocks' | 'expect' | 'user'
> & {
  input?: string | undefined
  messages?: readonly EvalMessage[] | undefined
  tools?: Writable<CaseTools> | undefined
  tags?: readonly string[] | undefined
  user?: Writable<EvalCase['user']>
  mocks?: readonly WrittenMock[] | undefined
  expect: Omit<Expectation, 'calls' | 'forbidden' | 'text' | 'state'> & {
    calls?: readonly WrittenCall[] | undefined
    forbidden?: readonly string[] | undefined
    text?: unknown
    state?: { readonly read: unknown; readonly expect: unknown } | undefined
  }
}

/** An expected call as it is written. */
export type WrittenCall = Omit<ExpectedCall, 'tool' | 'arguments' | 'after'> & {
  tool: unknown
  arguments?: WrittenArguments | undefined
  after?: readonly string[] | undefined
}

type WrittenArguments = { readonly [name: string]: WrittenMatcher }
type WrittenMatcher =
  | Matcher
  | undefined
  | readonly WrittenMatcher[]
  | { readonly [name: string]: WrittenMatcher }

type WrittenMock = {
  tool: string
  arguments?: WrittenArguments | undefined
  result?: unknown
  error?: string | undefined
  times?: number | undefined
}

/** What a `const` type parameter infers of lists. */
type Writable<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : Value extends { says: string[] }
    ? { readonly says: readonly string[] }
    : Value extends { facts?: unknown }
      ? Omit<Value, 'facts'> & { readonly facts?: readonly string[] | undefined }
      : Value

/** What the compiler knows of the tools that cases name. */
export type CheckedCases<Cases extends readonly WrittenCase[]> = {
  readonly [Index in keyof Cases]: CheckedCase<Cases[Index]>
}

type CheckedCase<Case extends WrittenCase> = Case & {
  readonly expect: Case['expect'] & {
    readonly calls?: CheckedCalls<ListOf<Case['expect']['calls']>, NamesOf<Case>> | undefined
    readonly forbidden?: CheckedNames<ListOf<Case['expect']['forbidden']>, NamesOf<Case>>
  }
  readonly mocks?: CheckedCalls<ListOf<Case['mocks']>, NamesOf<Case>> | undefined
}

type ListOf<List> = List extends readonly unknown[] ? List : readonly []

/** The tools that a case may name: slugs, and the names of those that it contains. */
type NamesOf<Case> =
  | ToolSlug
  | (Case extends { readonly tools: readonly { readonly name: infer Name extends string }[] }
      ? Name
      : never)

type CheckedNames<List extends readonly unknown[], Names> = {
  readonly [Index in keyof List]: CheckedName<List[Index], Names>
}

/** A name that is only known at runtime is not checked, and neither is a rule for names. */
type CheckedName<Given, Names> = Given extends string
  ? string extends Given
    ? unknown
    : Names
  : unknown

/** Calls with the arguments of the tools that they name, of which any may be left out. */
export type CheckedCalls<Calls extends readonly unknown[], Names> = {
  readonly [Index in keyof Calls]: Calls[Index] extends { readonly tool: infer Tool }
    ? Tool extends keyof ToolTypes & string
      ? Calls[Index] & {
          readonly arguments?: CheckedArguments<Calls[Index], ToolArguments<Tool>> | undefined
        }
      : unknown extends CheckedName<Tool, Names>
        ? unknown
        : Calls[Index] & { readonly tool: Names }
    : unknown
}

type CheckedArguments<Call, Known> = {
  readonly [Name in keyof Known]?: MatcherOf<Exclude<Known[Name], undefined>> | undefined
} & (Call extends { readonly arguments: infer Given }
  ? { readonly [Name in Exclude<keyof Given, keyof Known>]: never }
  : unknown)

/** A value of this type, in which any part may be a rule or a function. */
export type MatcherOf<Value> = WrittenRule | MatchFunction | PlainMatcher<Value>

type PlainMatcher<Value> = unknown extends Value
  ? unknown
  : Value extends string | number | boolean | null
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly MatcherOf<Item>[]
      : { readonly [Name in keyof Value]?: MatcherOf<Exclude<Value[Name], undefined>> | undefined }

type RuleName = KeyOfEach<Rule> & `$${string}`
type KeyOfEach<Each> = Each extends unknown ? keyof Each : never
type WrittenRule = { [Name in RuleName]: { readonly [Key in Name]: unknown } }[RuleName]
