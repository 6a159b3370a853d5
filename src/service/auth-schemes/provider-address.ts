import type { FieldDescriptor } from './definition.ts'
import { matchesPattern } from './matches-pattern.ts'
import { GrantError, textOf, type GrantContext } from './scheme.ts'

/**
 * Fills the `{variables}` in an address of the provider: from the auth config, otherwise from the
 * account, otherwise with the field's default.
 *
 * The address may receive the operator's secret, so an account's value can at most choose a name
 * below a domain that the toolkit fixes: in the address (`https://{shop}.example.com/token`) or by
 * the field's pattern (`*.example.com`). Throws a `GrantError`.
 */
export const providerAddress = (
  context: Pick<GrantContext, 'definition' | 'client' | 'values'>,
  template: string | undefined,
  purpose: string,
): string => {
  if (template === undefined)
    throw new GrantError('misconfigured', `The toolkit has no address ${purpose}`)
  const filled = template.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string, position: number) =>
    valueFor(context, { template, name, position }),
  )
  const url = URL.parse(filled)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new GrantError(
      'misconfigured',
      `The address ${purpose} is not an absolute http(s) address without user name and password`,
    )
  }
  return url.href
}

type Place = { template: string; name: string; position: number }

const valueFor = (
  { definition, client, values }: Pick<GrantContext, 'definition' | 'client' | 'values'>,
  place: Place,
): string => {
  const field = definition.accountFields.find(({ name }) => name === place.name)
  // The operator may set a complete address.
  if (/secret/i.test(place.name))
    refuse(place.name, 'must not be part of an address, because users and logs see addresses')
  const configured = textOf(client, place.name)
  if (configured !== undefined) return configured.replace(/\/+$/, '')
  const value =
    textOf(values, place.name) ??
    field?.default ??
    refuse(place.name, 'is missing, but the address of the provider contains it')
  if (!isInHost(place)) return segment(place.name, value)
  return value === field?.default ? hostWritten(place, value) : hostPart(place, field, value)
}

const segment = (name: string, value: string): string =>
  /^[\w.~-]{1,255}$/.test(value) && !/^\.+$/.test(value)
    ? value
    : refuse(name, 'is part of an address: only letters, digits, "-", "_", "." and "~" are allowed')

/**
 * One label, if a fixed domain follows in the address; otherwise what the field's pattern allows
 * below a fixed domain.
 */
const hostPart = (place: Place, field: FieldDescriptor | undefined, given: string): string => {
  const host = given.replace(/^https?:\/\//, '').replace(/\/$/, '')
  const isOneName = /^[\w-]{1,63}$/.test(host) && hasFixedDomain(rest(place))
  const isBelow =
    field?.pattern !== undefined &&
    isBelowDomain(field.pattern) &&
    matchesPattern(field.pattern, host)
  return isOneName || isBelow
    ? hostWritten(place, given)
    : refuse(
        place.name,
        'would choose a host that the toolkit does not have; the auth config may set it',
      )
}

/**
 * At the beginning of an address the value may contain the scheme, which is https by default;
 * elsewhere only a host is allowed.
 */
const hostWritten = (place: Place, given: string): string => {
  const [, scheme = 'https://', host = ''] =
    /^(https?:\/\/)?([\w.-]+(?::\d{1,5})?)\/?$/.exec(given) ?? []
  if (host === '') return refuse(place.name, 'must be a host name')
  return place.position === 0 ? scheme + host : host
}

/**
 * `.example.com` or `-api.example.com`, possibly with a port; `example.com` alone would also match
 * `anotherexample.com`.
 */
const hasFixedDomain = (suffix: string): boolean =>
  /^[a-z0-9-]*(\.[a-z0-9-]+){2,}(:\d+)?$/i.test(suffix)

const isBelowDomain = (pattern: string): boolean =>
  !pattern.includes('*') || hasFixedDomain(pattern.slice(pattern.lastIndexOf('*') + 1))

/** The rest of the host after the variable. */
const rest = ({ template, name, position }: Place): string =>
  /^[^/?#]*/.exec(template.slice(position + name.length + 2))?.[0] ?? ''

const isInHost = ({ template, position }: Place): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*$/i.test(template.slice(0, position))

const refuse = (name: string, problem: string): never => {
  throw new GrantError('misconfigured', `"${name}" ${problem}`)
}
