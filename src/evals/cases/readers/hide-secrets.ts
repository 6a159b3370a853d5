import { isObject } from '../../../schema/json-schema.ts'
import { isSecretName } from '../../../schema/secret-name.ts'
import { hiddenSecret } from '../../cassettes/replace-secrets.ts'
import type { JsonValue } from '../../matchers/index.ts'

/**
 * Removes values whose names mark them as secrets; `isHidden` if there were any, or if the log had
 * already removed one.
 */
export const hideSecrets = (value: JsonValue): { value: JsonValue; isHidden: boolean } => {
  let isHidden = false
  const hide = (inner: JsonValue): JsonValue => {
    if (typeof inner === 'string') isHidden ||= inner.includes(leftOut)
    if (Array.isArray(inner)) return inner.map(hide)
    return isObject(inner)
      ? Object.fromEntries(
          Object.entries(inner).map(([name, own]) => [
            name,
            isSecret(name, own) ? hiddenIn() : hide(own),
          ]),
        )
      : inner
  }
  const hiddenIn = (): string => {
    isHidden = true
    return hiddenSecret
  }
  return { value: hide(value), isHidden }
}

const isSecret = (name: string, value: JsonValue): boolean =>
  isSecretName(name) && ((typeof value === 'string' && value !== '') || typeof value === 'number')

/** The placeholder of the service's execution log. */
const leftOut = '[redacted]'
