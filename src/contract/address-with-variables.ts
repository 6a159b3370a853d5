import { z } from 'zod'

/** Checks that the text is a valid URL once each `{variable}` is replaced by letters. */
export const isAddressWithVariables = (text: string): boolean => {
  const filled = text
    .replace(/^\{[^{}/]+\}/, 'https://variable')
    .replaceAll(/\{[0-9A-Za-z_.-]+\}/g, 'variable')
  const url = URL.parse(filled)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !/[{}#\s\\]/.test(filled)
  )
}

/** An http(s) address, parts of which an account can fill. */
export const addressWithVariables = z
  .string()
  .min(1)
  .max(2000)
  .refine(
    isAddressWithVariables,
    'must be an absolute http(s) address without user name, password and fragment; {variables} are filled from the fields of the account',
  )
