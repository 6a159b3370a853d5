export { assign, type Assignment } from './assign.ts'
export { exactly } from './exactly.ts'
export {
  match,
  matchArguments,
  matchFields,
  type FieldMatch,
  type MatchOptions,
} from './match-fields.ts'
export type { JsonObject, JsonValue, MatchFunction, Matcher, Rule } from './matcher.ts'
export { matcherSchema } from './matcher-schema.ts'
export { show, type Verdict } from './verdict.ts'
