import type { AuthConfig } from '../../auth-configs/index.ts'
import { cleanValues, findScheme, type FieldDescriptor } from '../../auth-schemes/index.ts'
import { lookedUpNames } from '../../catalog/index.ts'
import { keptOnReconnect, withoutCredential, withoutConnectOptions } from './connection-values.ts'
import type { OpenLink } from './open-link.ts'

type Values = Record<string, unknown>
type From = Pick<OpenLink, 'account' | 'authConfig' | 'prefilled' | 'toolkit'>

/**
 * The values known before the user types anything: those that the project gave, and those that the
 * account keeps. What the API is asked for is asked again.
 */
export const knownValues = ({ account, authConfig, prefilled, toolkit }: From): Values => {
  const given = withoutConnectOptions(prefilled)
  const lookedUp = lookedUpNames(toolkit.account)
  const required = new Set(
    authConfig.scheme.accountFields.flatMap((field) => (field.required ? [field.name] : [])),
  )
  const kept = Object.entries(keptOnReconnect(account.values, authConfig.scheme.accountFields))
  // The provider issues a new token, whatever token the project gave.
  return clean(authConfig, {
    ...Object.fromEntries(kept.filter(([name]) => !lookedUp.has(name) || required.has(name))),
    ...(findScheme(authConfig.scheme.mode)?.authorization ? withoutCredential(given) : given),
  })
}

/**
 * The fields of the form: neither secrets that are known nor values that the auth config shares.
 * `requested` are shown in any case.
 */
export const formFields = (from: From, requested: readonly string[] = []): FieldDescriptor[] => {
  const known = knownValues(from)
  return visibleFields(from.authConfig).filter(
    ({ name, isSecret }) => !isSecret || !Object.hasOwn(known, name) || requested.includes(name),
  )
}

/**
 * The known values with what was typed in; an emptied field takes its value away, an empty secret
 * one leaves it.
 */
export const withSubmitted = (from: From, typed: Record<string, string>): Values => {
  const entered = clean(from.authConfig, wellFormed(typed))
  const values = knownValues(from)
  for (const { name, isSecret } of visibleFields(from.authConfig)) {
    const value = Object.hasOwn(entered, name) ? entered[name] : undefined
    if (value) values[name] = value
    else if (value === '' && !isSecret) delete values[name]
  }
  return values
}

const clean = ({ scheme }: AuthConfig, values: Values): Values =>
  cleanValues(findScheme(scheme.mode), scheme, values)

const wellFormed = (typed: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.toWellFormed()]))

/** What may be shown of the values: texts that are no secret. */
export const shownValues = (fields: FieldDescriptor[], values: Values): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ name, isSecret }) =>
      !isSecret && typeof values[name] === 'string' ? [[name, values[name]]] : [],
    ),
  )

const visibleFields = ({ scheme, sharedCredentials }: AuthConfig): FieldDescriptor[] =>
  scheme.accountFields.filter(
    ({ name, userVisible }) => userVisible && !Object.hasOwn(sharedCredentials, name),
  )
