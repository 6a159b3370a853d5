import type { Draft, JsonSchema, SchemaOptions } from './json-schema.ts'
import type { Check, Issue } from './compiler/check.ts'
import { createRun, LimitExceeded } from './compiler/check.ts'
import { compile, findWarnings } from './compiler/compile.ts'
import { shareCheck } from './shared-checks.ts'

export interface SchemaIssue {
  /** Property names and item indexes from the root to the value at fault; for a missing property, its own name is the last. */
  path: (string | number)[]
  /** The keyword that failed, such as `required`. */
  keyword: string
  /** What is wrong, without the subject: "must be a string; got number". */
  message: string
}

export type Validation = { ok: true } | { ok: false; issues: SchemaIssue[] }

export interface Validator {
  validate(value: unknown): Validation
  /** What of the schema was not understood and therefore accepted: broken patterns, references to unknown documents. */
  readonly warnings: readonly string[]
}

/**
 * Makes a validator from a JSON Schema. It uses no `eval`, never changes the value and never throws on a schema.
 *
 * Nothing is compiled before the first validation. One schema object gives one validator, and equal schemas share what is
 * compiled, so a schema must not be changed afterwards.
 * Formats are asserted; what is unknown (formats, keywords, references to other documents) is accepted.
 *
 * @example
 * const validator = compileSchema({ type: 'object', required: ['title'], properties: { title: { type: 'string' } } })
 * validator.validate({}) // { ok: false, issues: [{ path: ['title'], keyword: 'required', message: 'is required' }] }
 */
export const compileSchema = (schema: JsonSchema, options: SchemaOptions = {}): Validator => {
  if (typeof schema !== 'object' || schema === null || options.remotes) return new LazyValidator(schema, options)
  const validators = cacheOf(options.draft)
  const validator = validators.get(schema) ?? new LazyValidator(schema, options)
  validators.set(schema, validator)
  return validator
}

const cacheOf = (draft: Draft | undefined): WeakMap<object, Validator> => {
  const cache = caches.get(draft) ?? new WeakMap<object, Validator>()
  caches.set(draft, cache)
  return cache
}

const caches = new Map<Draft | undefined, WeakMap<object, Validator>>()

/** A class, as an object literal with a getter is slow to reach into: each would have a layout of its own. */
class LazyValidator implements Validator {
  readonly validate: (value: unknown) => Validation
  readonly #findWarnings: () => string[]
  #warnings: string[] | undefined

  constructor(schema: JsonSchema, options: SchemaOptions) {
    let check: Check | undefined
    let isShared = options.remotes !== undefined
    this.validate = (value) => {
      if (!check) check = compile(schema, options)
      else if (!isShared) {
        isShared = true
        check = shareCheck(schema, options.draft, check)
      }
      return validate(check, value)
    }
    this.#findWarnings = () => findWarnings(schema, options)
  }

  get warnings(): readonly string[] {
    return this.#warnings ??= this.#findWarnings()
  }
}

/** Issues are collected in a second run, so that a valid value, the usual case, costs no bookkeeping. */
const validate = (check: Check, value: unknown): Validation => {
  try {
    if (check(value, createRun(undefined))) return valid
    const issues: Issue[] = []
    check(value, createRun(issues))
    return { ok: false, issues: issues.map(({ path, keyword, message }) => ({ path, keyword, message })) }
  } catch (error) {
    if (error instanceof LimitExceeded) return refuse(error.message)
    if (error instanceof RangeError) return refuse('is nested too deeply') // the call stack's limit came before ours
    throw error
  }
}

const valid: Validation = Object.freeze({ ok: true })

const refuse = (message: string): Validation => ({ ok: false, issues: [{ path: [], keyword: 'limit', message }] })
