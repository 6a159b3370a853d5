import { isObject } from '../../schema/json-schema.ts'
import { isSecretName } from '../../schema/secret-name.ts'

/** An argument in readable form. `cut` is the number of characters omitted at its end. */
export type ShownArgument = { name: string; text: string; isSecret: boolean; cut: number }

export type ShownArguments = {
  shown: ShownArgument[]
  /** The number of omitted arguments. */
  more: number
}

const maximumCharacters = 4000
const maximumArguments = 100
/** Names have a lower limit, so that their values stay visible. */
const maximumNameCharacters = 200

/**
 * Shows the arguments of a call to the person who decides: secrets masked, invisible characters
 * escaped, long values shortened.
 */
export const showArguments = (given: Record<string, unknown>, schema: unknown): ShownArguments => {
  const entries = Object.entries(given)
  return {
    shown: entries
      .slice(0, maximumArguments)
      .map(([name, value]) => show(name, value, propertyOf(schema, name))),
    more: Math.max(0, entries.length - maximumArguments),
  }
}

const show = (name: string, value: unknown, schema: unknown): ShownArgument => {
  const shownName = cutText(escapeInvisible(name), maximumNameCharacters).text
  if (isSecret(name, schema)) return { name: shownName, text: masked, isSecret: true, cut: 0 }
  const open = maskSecrets(value, schema)
  const { text, cut } = cutText(
    escapeInvisible(typeof open === 'string' ? open : JSON.stringify(open, null, 2)),
    maximumCharacters,
  )
  return { name: shownName, text, isSecret: false, cut }
}

const masked = '••••••'

const isSecret = (name: string, schema: unknown): boolean =>
  isSecretName(name) ||
  (isObject(schema) && (schema['format'] === 'password' || schema['writeOnly'] === true))

const maskSecrets = (value: unknown, schema: unknown): unknown => {
  if (Array.isArray(value))
    return value.map((item) => maskSecrets(item, isObject(schema) ? schema['items'] : undefined))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      isSecret(name, propertyOf(schema, name))
        ? masked
        : maskSecrets(entry, propertyOf(schema, name)),
    ]),
  )
}

const propertyOf = (schema: unknown, name: string): unknown => {
  const properties = isObject(schema) ? schema['properties'] : undefined
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
}

/**
 * Control and format characters and lone surrogates, which hide or reorder adjacent text; line
 * breaks and tabs are kept.
 */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u{E0100}-\u{E01EF}]/gu

/** Untrusted text with invisible characters escaped, such as `\u{202e}`. */
export const escapeInvisible = (text: string): string =>
  text.replaceAll(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)

const cutText = (text: string, maximum: number): { text: string; cut: number } =>
  text.length <= maximum
    ? { text, cut: 0 }
    : { text: text.slice(0, maximum).toWellFormed(), cut: text.length - maximum }
