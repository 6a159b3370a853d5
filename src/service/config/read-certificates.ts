import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

/** The text of a file with certificates. */
export const readCertificates = (path: string): string => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new ConfigError(`PLUGBOARD_EXTRA_CA is ${path}, which cannot be read`, { cause })
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new ConfigError(
    `PLUGBOARD_EXTRA_CA is ${path}, which contains no certificate in PEM format`,
  )
}
