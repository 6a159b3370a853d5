import { isSecretName } from '../../../schema/secret-name.ts'
import { credentialValues, type AuthSchemeDefinition } from '../../auth-schemes/index.ts'
import type { AccountRecipe } from '../../../contract/recipe/account.ts'

const placeholder = /\{account\.([^{}.\s]+)\}/g

/** The values of an account that a text, or the texts in a JSON value, name: `{account.name}`. */
export const accountNames = (value: unknown): string[] => {
  if (typeof value === 'string')
    return [...value.matchAll(placeholder)].map(([, name = '']) => name)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(accountNames)
}

/** Whether a value depends on the account. */
export const isOfAccount = (value: unknown): boolean => accountNames(value).length > 0

/**
 * A JSON value with the account's values in its texts; `missing`: the first one that the account
 * lacks.
 */
export const fillAccountValues = (
  value: unknown,
  values: AccountTexts,
): { filled: unknown } | { missing: string } => {
  const missing = missingName(value, values)
  return missing === undefined ? { filled: fill(value, values) } : { missing }
}

/** The same of one text, with each value as `write` has it. */
export const fillAccountText = (
  text: string,
  values: AccountTexts,
  write: (value: string) => string = (value) => value,
): { filled: string } | { missing: string } => {
  const missing = missingName(text, values)
  return missing === undefined ? { filled: fillText(text, values, write) } : { missing }
}

type AccountTexts = Readonly<Record<string, string>>

const missingName = (value: unknown, values: AccountTexts): string | undefined =>
  accountNames(value).find((name) => !Object.hasOwn(values, name))

const fillText = (
  text: string,
  values: AccountTexts,
  write: (value: string) => string = (value) => value,
): string => text.replaceAll(placeholder, (_, name: string) => write(values[name] ?? ''))

const fill = (value: unknown, values: AccountTexts): unknown => {
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value)) return value.map((each) => fill(each, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]): [string, unknown] => [name, fill(each, values)]),
  )
}

/**
 * The values of an account that may stand in requests and addresses, and those that are secret.
 *
 * Without schemes (the description says them) nothing is known, so nothing is refused.
 */
export const knownAccountValues = (
  schemes: readonly AuthSchemeDefinition[],
  { look_ups: lookUps }: Pick<AccountRecipe, 'look_ups'>,
): { open: Set<string>; secret: Set<string> } => {
  const fields = schemes.flatMap(({ accountFields }) => accountFields)
  const kept = schemes.flatMap(({ oauth }) => [
    ...Object.values(oauth?.keep ?? {}),
    ...Object.values(oauth?.keepFromCallback ?? {}),
  ])
  const found = lookUps.flatMap(({ set }) => Object.keys(set))
  const open = fields.filter(({ isSecret }) => !isSecret).map(({ name }) => name)
  return {
    open: new Set([...open, ...kept, ...found]),
    secret: new Set([
      ...fields.filter(({ isSecret }) => isSecret).map(({ name }) => name),
      ...credentialValues,
    ]),
  }
}

/** Whether a value with this name is taken for a secret although no field declares it. */
export const looksSecret = (name: string): boolean => isSecretName(name)
