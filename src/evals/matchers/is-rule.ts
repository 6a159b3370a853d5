import type { Matcher, Rule } from './matcher.ts'
import { isObject } from '../../schema/json-schema.ts'

/** Whether a matcher is a rule instead of a plain value: it has a key that starts with `$`. */
export const isRule = (matcher: Matcher | undefined): matcher is Rule =>
  isObject(matcher) && Object.keys(matcher).some((name) => name.startsWith('$'))
