import type { Draft, JsonSchema, SchemaOptions } from './json-schema.ts'
import { createRun, LimitExceeded, type Check, type Issue } from './compiler/check.ts'
import { compile, findWarnings } from './compiler/compile.ts'
import { cachedCheck } from './check-cache.ts'
import { explainIssue } from './explain-issue.ts'

export type SchemaIssue = {
  /**
   * Property names and item indexes from the root to the invalid value; for a missing property, the
   * last entry is its name.
   */
  path: (string | number)[]
  /** The keyword that failed, such as `required`. */
  keyword: string
  /** Error message without the subject: "must be a string; got number". */
  message: string
}

export type Validation = { ok: true } | { ok: false; issues: SchemaIssue[] }

export type Validator = {
  validate(value: unknown): Validation
  /**
   * Parts of the schema that were not understood and therefore accept any value: invalid patterns,
   * references to unknown documents.
   */
  readonly warnings: readonly string[]
}

/**
 * Compiles a JSON Schema to a validator. It uses no `eval`, never changes the value and never
 * throws because of a schema.
 *
 * Compilation happens on the first validation. Each schema object has one validator, and equal
 * schemas share the compiled code, so do not change a schema afterwards. Formats are asserted.
 * Unknown formats, keywords and references to other documents are accepted.
 *
 * @example
 * const validator = compileSchema({ type: 'object', required: ['title'], properties: { title: { type: 'string' } } })
 * validator.validate({}) // { ok: false, issues: [{ path: ['title'], keyword: 'required', message: 'is required' }] }
 */
export const compileSchema = (schema: JsonSchema, options: SchemaOptions = {}): Validator =>
  findValidator(schema, options)

/**
 * A validator whose issues also hold the rules that the value breaks; undefined for a valid value.
 */
export type DetailedValidator = Validator & {
  findIssues(value: unknown): readonly Issue[] | undefined
  /** As `validate`, but a number beyond 2^53 is no integer, since it may have been rounded. */
  validateExact(value: unknown): Validation
}

/** The validator of `compileSchema`, with details. */
export const findValidator = (schema: JsonSchema, options: SchemaOptions): DetailedValidator => {
  if (typeof schema !== 'object' || schema === null || options.remotes)
    return new LazyValidator(schema, options)
  const validators = cacheOf(options.draft)
  const known = validators.get(schema)
  if (known) return known
  const validator = new LazyValidator(schema, options)
  validators.set(schema, validator)
  return validator
}

/**
 * Returns a validator for callers that keep it: the schema's existing one, or a new one that is not
 * registered with the schema, because registering takes about as long as compiling.
 */
export const createValidator = (schema: JsonSchema, options: SchemaOptions): DetailedValidator =>
  (typeof schema === 'object' && !options.remotes
    ? cacheOf(options.draft).get(schema)
    : undefined) ?? new LazyValidator(schema, options)

const cacheOf = (draft: Draft | undefined): WeakMap<object, DetailedValidator> => {
  const known = caches.get(draft)
  if (known) return known
  const cache = new WeakMap<object, DetailedValidator>()
  caches.set(draft, cache)
  return cache
}

const caches = new Map<Draft | undefined, WeakMap<object, DetailedValidator>>()

/**
 * A class, because access to an object literal with a getter is slow: each literal has a separate
 * hidden class.
 */
class LazyValidator implements DetailedValidator {
  readonly #schema: JsonSchema
  readonly #options: SchemaOptions
  #check: Check | undefined
  #isShared: boolean
  #warnings: string[] | undefined

  constructor(schema: JsonSchema, options: SchemaOptions) {
    this.#schema = schema
    this.#options = options
    this.#isShared = options.remotes !== undefined
  }

  /** Bound, because it is often passed as a callback. */
  readonly validate = (value: unknown): Validation => toValidation(this.findIssues(value))

  readonly validateExact = (value: unknown): Validation =>
    toValidation(this.findIssues(value, true))

  findIssues(value: unknown, exactIntegers = false): readonly Issue[] | undefined {
    try {
      if (!this.#check) this.#check = compile(this.#schema, this.#options)
      else if (!this.#isShared) {
        this.#isShared = true
        this.#check = cachedCheck(this.#schema, this.#options.draft, this.#check)
      }
      return issuesOf(this.#check, value, exactIntegers)
    } catch (error) {
      if (error instanceof LimitExceeded) return refuse(error.message)
      if (error instanceof RangeError) return refuse('is nested too deeply') // the call stack overflowed before the depth limit was reached
      throw error
    }
  }

  get warnings(): readonly string[] {
    return (this.#warnings ??= findWarnings(this.#schema, this.#options))
  }
}

const toValidation = (issues: readonly Issue[] | undefined): Validation =>
  issues === undefined
    ? valid
    : {
        ok: false,
        issues: issues.map(({ path, keyword, message }) => ({ path, keyword, message })),
      }

/**
 * Issues are collected in a second run, so that valid values, the usual case, cost no bookkeeping.
 */
const issuesOf = (
  check: Check,
  value: unknown,
  exactIntegers: boolean,
): readonly Issue[] | undefined => {
  if (check(value, createRun(undefined, exactIntegers))) return undefined
  const issues: Issue[] = []
  check(value, createRun(issues, exactIntegers))
  return issues.map((issue, index) =>
    index < maximumExplained ? { ...issue, message: explainIssue(issue) } : issue,
  )
}

/** What was meant is looked for in this many issues. */
const maximumExplained = 20

const valid: Validation = Object.freeze({ ok: true })

const refuse = (message: string): readonly Issue[] => [{ path: [], keyword: 'limit', message }]
