import type { AnswerRules, PagingRule } from '../../../src/contract/recipe/answers.ts'
import { answer, avoid, put, satisfy, type Answer, type Json } from './values.ts'

/** An answer that no failure rule fits. */
export const successResponse = ({ failures }: AnswerRules, body: Json = {}): Answer => {
  const made = answer()
  for (const { when } of failures) {
    const first = when.find((condition) => condition.in === 'body')
    if (first) avoid(made, first)
  }
  made.body = { ...body, ...made.body }
  return made
}

/** An answer that the rule fits; with `reconnect`, one that says the credential is no longer valid. */
export const failureResponse = (
  rule: AnswerRules['failures'][number],
  reconnect: boolean,
): Answer => {
  const made = answer()
  if (rule.message !== undefined) put(made.body, rule.message, 'something went wrong')
  if (rule.code !== undefined && rule.code !== rule.message) put(made.body, rule.code, 'some_code')
  for (const condition of rule.when) satisfy(made, condition)
  if (reconnect && Array.isArray(rule.reconnect))
    for (const condition of rule.reconnect) satisfy(made, condition)
  return made
}

/** A refusal for the rate, to be repeated after a second. */
export const rateLimitResponse = ({ rate }: AnswerRules, now: Date): Answer => {
  const made = answer()
  const [rule] = rate
  for (const condition of rule?.when ?? [{ in: 'status' as const, one_of: [429] }])
    satisfy(made, condition)
  const [moment] = rule?.retry_after ?? [
    { in: 'header' as const, name: 'retry-after', unit: 'seconds' as const },
  ]
  if (!moment) return made
  const value = toMoment(moment.unit, now)
  if (moment.in === 'header') made.headers[moment.name.toLowerCase()] = String(value)
  else put(made.body, moment.name, value)
  return made
}

type Unit = AnswerRules['rate'][number]['retry_after'][number]['unit']

const toMoment = (unit: Unit, now: Date): string | number => {
  const then = now.getTime() + 1000
  if (unit === 'seconds') return 1
  if (unit === 'milliseconds') return 1000
  if (unit === 'unix_seconds') return Math.ceil(then / 1000)
  return unit === 'unix_milliseconds' ? then : new Date(then).toUTCString()
}

const pages = 3

/** Page `number` (from 0) of three with two items each, as the rule says where things are; then none. */
export const page = (
  rules: AnswerRules,
  rule: PagingRule,
  number: number,
  address: (number: number) => string,
): Answer => {
  const made = successResponse(rules)
  const items = (number < pages ? [0, 1] : []).map((index) => ({
    id: `item-${number * 2 + index}`,
  }))
  if (rule.by === 'last_item') for (const item of items) put(item, rule.next, item.id)
  const path = rule.items === undefined || rule.items === '' ? 'items' : rule.items
  put(made.body, path, items)
  const isLast = number >= pages - 1
  if (rule.by === 'cursor') put(made.body, rule.next, isLast ? '' : `cursor-${number + 1}`)
  if (rule.by === 'page' && rule.pages !== undefined) put(made.body, rule.pages, pages)
  if (rule.by === 'offset' && rule.total !== undefined) put(made.body, rule.total, pages * 2)
  if (rule.by === 'link' && !isLast) {
    if (rule.next === undefined) made.headers['link'] = `<${address(number + 1)}>; rel="next"`
    else put(made.body, rule.next, address(number + 1))
  }
  if (rule.by !== 'link' && rule.more !== undefined) put(made.body, rule.more, !isLast)
  return made
}

/** Which page a request asks for. */
export const pageOf = (
  rule: PagingRule,
  given: URLSearchParams,
  seen: readonly string[],
): number => {
  if (rule.by === 'link') return Number(given.get('fake_page') ?? 0)
  const value = given.get(rule.argument)
  if (value === null) return 0
  if (rule.by === 'page') return Number(value) - rule.first
  if (rule.by === 'cursor') return Number(value.replace('cursor-', ''))
  if (rule.by === 'offset') return Math.floor(Number(value) / 2)
  return seen.includes(value) ? Math.floor((Number(value.replace('item-', '')) + 1) / 2) : 0
}
