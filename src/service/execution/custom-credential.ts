import type { AuthScheme } from '../../contract/common.ts'
import type { CustomConnectionData } from '../../contract/proxy.ts'
import type { Credential } from '../accounts/index.ts'
import {
  cleanValues,
  exchangedFields,
  findScheme,
  type FieldDescriptor,
} from '../auth-schemes/index.ts'
import type { Toolkit } from '../catalog/index.ts'
import { ServiceError } from '../service-error.ts'
import { fieldProblems } from './field-problems.ts'
import { unsupportedScheme } from './unsupported-scheme.ts'

/**
 * The credential in a request's `custom_connection_data`, checked as an account's is at connection.
 */
export const toCustomCredential = (
  { definition }: Toolkit,
  data: CustomConnectionData,
): Credential => {
  const { authScheme: mode, val } = data
  const known = definition.authSchemes.find((scheme) => scheme.mode === mode)
  const credential = toCredential(
    { mode, name: mode, authConfigFields: [], accountFields: [], ...known },
    val,
  )
  const problems = [
    ...schemeProblems(credential, data),
    ...fieldsOf(definition, known, val).flatMap((field) => fieldProblems(field, credential.values)),
  ]
  if (problems.length === 0) return credential
  throw new ServiceError('invalid_request', `custom_connection_data lacks what ${mode} needs`, {
    suggestedFix: 'Give the fields that `errors` names',
    errors: problems.map((problem) => `body.custom_connection_data.val: ${problem}`),
  })
}

/** An access token is sent like any bearer token, whatever it was issued for. */
const toCredential = (
  scheme: Credential['scheme'],
  val: CustomConnectionData['val'],
): Credential => {
  if (hasAccessToken(scheme.mode)) {
    const values = { ...val, token: val.access_token }
    return {
      scheme: { ...scheme, mode: 'BEARER_TOKEN' },
      values: cleanValues(findScheme('BEARER_TOKEN'), scheme, values),
    }
  }
  const implementation = findScheme(scheme.mode)
  if (!implementation) throw unsupportedScheme(scheme.mode)
  return { scheme, values: cleanValues(implementation, scheme, val) }
}

const hasAccessToken = (mode: AuthScheme): boolean =>
  Boolean(findScheme(mode)?.provider?.exchangedFields)

const schemeProblems = (
  { scheme, values }: Credential,
  { authScheme }: CustomConnectionData,
): string[] =>
  hasAccessToken(authScheme) && !values['access_token']
    ? ['access_token is required']
    : (findScheme(scheme.mode)?.check(scheme, values) ?? [])

/**
 * The fields of the scheme. A token need not repeat what it was issued for; for the other schemes
 * only given fields are checked: a host has to match its pattern whatever the scheme.
 */
const fieldsOf = (
  { authSchemes }: Toolkit['definition'],
  known: Credential['scheme'] | undefined,
  val: CustomConnectionData['val'],
): FieldDescriptor[] => {
  const others = authSchemes
    .filter((scheme) => scheme !== known)
    .flatMap(({ accountFields }) => accountFields)
  const own =
    known?.accountFields.filter(
      ({ name }) => !(hasAccessToken(known.mode) && exchangedFields.has(name)),
    ) ?? []
  return [
    ...own,
    ...others.filter(({ name, pattern }) => pattern !== undefined && Object.hasOwn(val, name)),
  ]
}
