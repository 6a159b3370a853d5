import type { AccountLookUp } from '../../../contract/recipe/account.ts'
import type { AuthConfig } from '../../auth-configs/index.ts'
import { toCredential, type Choice, type Inspection } from '../../accounts/index.ts'
import type { Toolkit } from '../../catalog/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { quote } from '../../platform/quote.ts'
import { probeApi, longestMs, type ProbeParts } from './probe-api.ts'
import { createFits } from './fits-account.ts'
import { readChoices } from './read-choices.ts'

type Values = Record<string, unknown>
type Parts = ProbeParts & { clock: Clock }
type Connection = { project: Project; toolkit: Toolkit; authConfig: AuthConfig }

type Found = { kind: 'found'; values: Values } | Exclude<Inspection, { kind: 'accepted' }>

/** For all look-ups of a connection: its user waits. */
const allMs = 30_000
const shownAtMost = 100

/**
 * Carries out the look-ups of a recipe, in order. Those whose values are known send nothing; of
 * several choices, one that the account had before is taken again.
 */
export const lookUpValues = async (
  parts: Parts,
  { project, toolkit, authConfig }: Connection,
  given: Values,
  former: Values,
): Promise<Found> => {
  const fits = createFits(toolkit.definition, authConfig.scheme)
  const deadline = parts.clock.now().getTime() + allMs
  let values = given
  for (const lookUp of toolkit.definition.account?.look_ups ?? []) {
    const credential = toCredential({ account: { values }, authConfig })
    const fields = Object.keys(lookUp.set)
    const known = pick(credential.values, fields)
    if (Object.keys(known).length === fields.length || isGivenByUser(authConfig, fields)) continue
    const old = pick(former, fields)
    const what = namesOf(authConfig, fields)
    const timeoutMs = Math.min(longestMs, deadline - parts.clock.now().getTime())
    const asked =
      timeoutMs > 0
        ? await probeApi(parts, { project, toolkit, credential }, lookUp.request, { timeoutMs })
        : { kind: 'unknown' as const, reason: 'there was no time left to ask' }
    if (asked.kind === 'refused') return asked
    if (asked.kind === 'unknown') {
      if (Object.keys(old).length < fields.length || !fits({ ...old, ...known }))
        return { kind: 'unanswered', values, message: unanswered(toolkit, what, asked.reason) }
      values = { ...values, ...old, ...known }
      continue
    }
    const { choices, count } = readChoices(lookUp, asked.body, fits, parts.publicUrl())
    const possible = choices.filter((choice) => isLike(choice, known))
    const taken = take(lookUp, possible, old)
    if (taken === 'none')
      return { kind: 'refused', message: missing(toolkit, what, lookUp, count), isMissing: true }
    if (taken === 'several') {
      const shown = possible.slice(0, shownAtMost)
      const left = possible.length - shown.length
      return { kind: 'choice', values, choosing: { what, fields, choices: shown, left } }
    }
    values = { ...values, ...taken.values }
  }
  return { kind: 'found', values }
}

/** An empty text is as good as none. */
const pick = (values: Readonly<Values>, names: string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )

const isLike = ({ values }: Choice, wanted: Record<string, string>): boolean =>
  Object.entries(wanted).every(([name, value]) => values[name] === value)

const take = (
  { several, set }: AccountLookUp,
  choices: Choice[],
  former: Record<string, string>,
): Choice | 'none' | 'several' => {
  const [first, ...others] = choices
  if (!first) return 'none'
  if (others.length === 0) return first
  const isComplete = Object.keys(former).length === Object.keys(set).length
  const again = isComplete ? choices.find((choice) => isLike(choice, former)) : undefined
  return again ?? (several === 'first' ? first : 'several')
}

/** The credentials of this scheme cannot ask, so that the recipe requires the value. */
const isGivenByUser = ({ scheme }: AuthConfig, names: string[]): boolean =>
  scheme.accountFields.some(({ name, required }) => required && names.includes(name))

/** As a person reads them: a recipe declares the fields that matter to one. */
const namesOf = ({ scheme }: AuthConfig, names: string[]): string[] => {
  const declared = scheme.accountFields.filter(({ name }) => names.includes(name))
  return declared.length > 0 ? declared.map(({ displayName }) => displayName) : names
}

const unanswered = ({ definition }: Toolkit, what: string[], reason: string): string =>
  `${quote(definition.name)} could not be asked for ${listOf(what)} of the account: ${reason}`

const missing = (
  { definition }: Toolkit,
  what: string[],
  { request: { method, path } }: AccountLookUp,
  count: number,
): string =>
  `${quote(definition.name)} has no ${listOf(what)} that this account can use: ${method} ${quote(path)} answered ${count === 0 ? 'none' : `${count}, and none of them fits`}`

const listOf = (what: string[]): string => what.map((name) => quote(name)).join(' and ')
