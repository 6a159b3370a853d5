import { credentialValues, type FieldDescriptor } from '../../auth-schemes/index.ts'

type Values = Record<string, unknown>

/** Where the browser goes in the end, by each of its names (spec 2.4), the first that is given. */
const destinations = ['callback_url', 'callbackUrl', 'finalRedirectUri', 'svc_link_redirect_url']

/**
 * Values that control how an account is connected, or report its progress; the account does not
 * hold them.
 */
const connectOptions = [
  ...destinations,
  'status',
  'state_prefix',
  'long_redirect_url',
  'redirectUrl',
  'authUri',
  'code_verifier',
  'oauth_verifier',
  'sessionId',
  'error',
  'error_description',
  'expired_at',
]

/** The values without those that only control how to connect. */
export const withoutConnectOptions = (values: Values): Values => without(values, connectOptions)

/** The values without any credential. */
export const withoutCredential = (values: Values): Values => without(values, [...credentialValues])

/**
 * What an account keeps when it is connected again: nothing of its credential, which may have been
 * another person's.
 */
export const keptOnReconnect = (values: Values, fields: FieldDescriptor[]): Values =>
  without(values, [
    ...connectOptions,
    ...credentialValues,
    ...fields.filter(({ isSecret }) => isSecret).map(({ name }) => name),
  ])

/** Where the browser goes in the end, with the field that names it. */
export const destinationOf = (
  values: Values | undefined,
): { field: string; url: unknown } | undefined => {
  const field = destinations.find((name) => values?.[name] !== undefined)
  return field === undefined ? undefined : { field, url: values?.[field] }
}

const without = (values: Values, names: string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
