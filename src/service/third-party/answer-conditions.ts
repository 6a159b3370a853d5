import type { AnswerCondition } from '../../contract/recipe/conditions.ts'
import { selectPath } from './select-path.ts'

/** A third party's answer, as conditions see it. */
export type MatchableResponse = {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** The parsed JSON; undefined for anything else. */
  body: unknown
}

/** Whether an answer meets all of these conditions. */
export const matchesAll = (
  conditions: readonly AnswerCondition[],
  answer: MatchableResponse,
): boolean => conditions.every((condition) => holds(condition, answer))

const holds = (
  condition: AnswerCondition,
  { status, headers, body }: MatchableResponse,
): boolean => {
  switch (condition.in) {
    case 'status':
      return condition.one_of.includes(status)
    case 'header': {
      const value = headers[condition.name.toLowerCase()]
      if (value === undefined) return false
      return condition.one_of?.includes(value.trim()) ?? isThere(value)
    }
    case 'body': {
      const value = selectPath(body, condition.path)
      if (condition.one_of) return condition.one_of.some((wanted) => wanted === value)
      if (condition.not_one_of)
        return value !== undefined && condition.not_one_of.every((other) => other !== value)
      return isThere(value)
    }
    default:
      return condition satisfies never
  }
}

/** `false`, `""` and `[]` are how APIs express that there is nothing, such as no errors. */
const isThere = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0)
