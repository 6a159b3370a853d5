import type { FieldDescriptor } from './definition.ts'
import { GrantError, textOf, type GrantContext } from './scheme.ts'

/**
 * An address of the provider with its `{variables}` filled: from the auth config, else from the
 * account, else with the field's default.
 *
 * What is sent there may be the operator's secret, so an account's value chooses at most a name
 * below a domain that the toolkit fixes: in the address (`https://{shop}.example.com/token`) or by
 * the field's pattern (`*.example.com`). Throws a `GrantError`.
 */
export const providerAddress = (
  context: Pick<GrantContext, 'definition' | 'client' | 'values'>,
  template: string | undefined,
  purpose: string,
): string => {
  if (template === undefined)
    throw new GrantError('misconfigured', `The toolkit names no address ${purpose}`)
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
  // The operator may give a whole address.
  if (/secret/i.test(place.name))
    refuse(place.name, 'must not stand in an address: users and logs see those')
  const configured = textOf(client, place.name)
  if (configured !== undefined) return configured.replace(/\/+$/, '')
  const value =
    textOf(values, place.name) ??
    field?.default ??
    refuse(place.name, 'is missing: the address of the provider needs it')
  if (!isInHost(place)) return segment(place.name, value)
  return value === field?.default ? hostWritten(place, value) : hostPart(place, field, value)
}

const segment = (name: string, value: string): string =>
  /^[\w.~-]{1,255}$/.test(value) && !/^\.+$/.test(value)
    ? value
    : refuse(name, 'stands in an address: only letters, digits, "-", "_", "." and "~" are possible')

/**
 * One name, where a fixed domain follows in the address; otherwise what the field's pattern allows
 * below a fixed domain.
 */
const hostPart = (place: Place, field: FieldDescriptor | undefined, given: string): string => {
  const host = given.replace(/^https?:\/\//, '').replace(/\/$/, '')
  const isOneName = /^[\w-]{1,63}$/.test(host) && hasFixedDomain(rest(place))
  const isBelow =
    field?.pattern !== undefined && isBelowDomain(field.pattern) && matches(field.pattern, host)
  return isOneName || isBelow
    ? hostWritten(place, given)
    : refuse(
        place.name,
        'chooses a host that the toolkit does not name; the auth config may set it',
      )
}

/**
 * At the beginning of an address the scheme may stand in the value, or is https; elsewhere nothing
 * may but a host.
 */
const hostWritten = (place: Place, given: string): string => {
  const [, scheme = 'https://', host = ''] =
    /^(https?:\/\/)?([\w.-]+(?::\d{1,5})?)\/?$/.exec(given) ?? []
  if (host === '') return refuse(place.name, 'must be the name of a host')
  return place.position === 0 ? scheme + host : host
}

/**
 * `.example.com` or `-api.example.com`, perhaps with a port; with `example.com` alone
 * `anotherexample.com` would do.
 */
const hasFixedDomain = (suffix: string): boolean =>
  /^[a-z0-9-]*(\.[a-z0-9-]+){2,}(:\d+)?$/i.test(suffix)

const isBelowDomain = (pattern: string): boolean =>
  !pattern.includes('*') || hasFixedDomain(pattern.slice(pattern.lastIndexOf('*') + 1))

const matches = (pattern: string, value: string): boolean => {
  const expression = pattern
    .split('*')
    .map((part) => part.replaceAll(/[^\w]/g, String.raw`\$&`))
    .join('[0-9A-Za-z_-]+')
  return (
    value.length <= 255 &&
    pattern.split('*').length <= 9 &&
    new RegExp(`^${expression}$`).test(value)
  )
}

/** What follows the variable within the host. */
const rest = ({ template, name, position }: Place): string =>
  /^[^/?#]*/.exec(template.slice(position + name.length + 2))?.[0] ?? ''

const isInHost = ({ template, position }: Place): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*$/i.test(template.slice(0, position))

const refuse = (name: string, problem: string): never => {
  throw new GrantError('misconfigured', `"${name}" ${problem}`)
}
