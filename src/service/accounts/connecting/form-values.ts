import type { AuthConfig } from '../../auth-configs/index.ts'
import { findScheme, type FieldDescriptor } from '../../auth-schemes/index.ts'
import { keptForAnother, withoutCredential, withoutSteering } from './connection-values.ts'
import type { OpenLink } from './open-link.ts'

type Values = Record<string, unknown>
type From = Pick<OpenLink, 'account' | 'authConfig' | 'prefilled'>

/**
 * What is known before the user types anything: what the project gave along, and what the account
 * keeps.
 */
export const knownValues = ({ account, authConfig, prefilled }: From): Values => {
  const given = withoutSteering(prefilled)
  // At the provider the user is given a token anew, whatever token came along.
  return {
    ...keptForAnother(account.values, authConfig.scheme.accountFields),
    ...(findScheme(authConfig.scheme.mode)?.authorization ? withoutCredential(given) : given),
  }
}

/**
 * The fields that the form asks for: not those that are known and secret, nor what the auth config
 * shares. `asked` are shown all the same.
 */
export const formFields = (from: From, asked: readonly string[] = []): FieldDescriptor[] => {
  const known = knownValues(from)
  return visibleFields(from.authConfig).filter(
    ({ name, isSecret }) => !isSecret || !Object.hasOwn(known, name) || asked.includes(name),
  )
}

/**
 * The known values with what was typed in; an emptied field takes its value away, an empty secret
 * one leaves it.
 */
export const withTyped = (from: From, typed: Record<string, string>): Values => {
  const values = knownValues(from)
  for (const { name, isSecret } of visibleFields(from.authConfig)) {
    const text = Object.hasOwn(typed, name) ? typed[name]?.toWellFormed() : undefined
    // Blanks around a key come with copying it; those of a password may be meant.
    const value = name === 'password' ? text : text?.trim()
    if (value) values[name] = value
    else if (value === '' && !isSecret) delete values[name]
  }
  return values
}

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
