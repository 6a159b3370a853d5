import type { Draft, JsonSchema, SchemaOptions } from './json-schema.ts'
import type { Check, Issue } from './compiler/check.ts'
import { createRun, LimitExceeded } from './compiler/check.ts'
import { compile } from './compiler/compile.ts'

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
 * Nothing is compiled before the first validation. One schema object gives one validator, so a schema must not be changed afterwards.
 * Formats are asserted; what is unknown (formats, keywords, references to other documents) is accepted.
 *
 * @example
 * const validator = compileSchema({ type: 'object', required: ['title'], properties: { title: { type: 'string' } } })
 * validator.validate({}) // { ok: false, issues: [{ path: ['title'], keyword: 'required', message: 'is required' }] }
 */
export const compileSchema = (schema: JsonSchema, options: SchemaOptions = {}): Validator => {
  if (typeof schema !== 'object' || schema === null || options.remotes) return createValidator(schema, options)
  const validators = cache.get(schema) ?? new Map<Draft | undefined, Validator>()
  cache.set(schema, validators)
  const validator = validators.get(options.draft) ?? createValidator(schema, options)
  validators.set(options.draft, validator)
  return validator
}

const cache = new WeakMap<object, Map<Draft | undefined, Validator>>()

const createValidator = (schema: JsonSchema, options: SchemaOptions): Validator => {
  let compiled: ReturnType<typeof compile> | undefined
  const compileOnce = () => compiled ??= compile(schema, options)
  return {
    validate: (value) => validate(compileOnce().check, value),
    get warnings() {
      return compileOnce().warnings
    },
  }
}

/** Issues are collected in a second run, so that a valid value, the usual case, costs no bookkeeping. */
const validate = (check: Check, value: unknown): Validation => {
  try {
    if (check(value, createRun(undefined))) return { ok: true }
    const issues: Issue[] = []
    check(value, createRun(issues))
    return { ok: false, issues: issues.map(({ path, keyword, message }) => ({ path, keyword, message })) }
  } catch (error) {
    if (error instanceof LimitExceeded) return refuse(error.path, error.message)
    if (error instanceof RangeError) return refuse([], 'is nested too deeply') // the call stack's limit came before ours
    throw error
  }
}

const refuse = (path: (string | number)[], message: string): Validation => ({ ok: false, issues: [{ path, keyword: 'limit', message }] })
