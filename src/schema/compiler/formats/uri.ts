import { matchesIpv4, matchesIpv6 } from './hosts.ts'

/** RFC 3986 `URI`: absolute, ASCII, all other characters percent-encoded. */
export const matchesUri = (text: string): boolean => matches(text, uriCharacters)

/** RFC 3987 `IRI`: a URI with characters of all scripts; private-use ones in the query only. */
export const matchesIri = (text: string): boolean => matches(text, iriCharacters)

const matches = (text: string, characters: Characters): boolean => {
  const [, authority, path, rest = ''] = parts.exec(text) ?? []
  return (
    path !== undefined &&
    characters.path.test(path) &&
    characters.rest.test(rest) &&
    (authority === undefined || matchesAuthority(authority, characters))
  )
}

const parts = /^[a-z][a-z\d+.-]*:(?:\/\/([^/?#]*)(?=[/?#]|$))?([^?#]*)([?#].*)?$/is

type Characters = Record<'path' | 'rest' | 'user' | 'name', RegExp>

const createCharacters = (others: string, ofQueries: string): Characters => {
  const unit = `[a-zA-Z\\d_.~!$&'()*+,;=:${others}-]|%[\\da-fA-F]{2}`
  return {
    path: new RegExp(`^(?:${unit}|[@/])*$`, 'u'),
    rest: new RegExp(`^(?:\\?(?:${unit}|[@/?${ofQueries}])*)?(?:#(?:${unit}|[@/?])*)?$`, 'u'),
    user: new RegExp(`^(?:${unit})*$`, 'u'),
    name: new RegExp(`^(?:${unit.replace('=:', '=')})*$`, 'u'),
  }
}

const uriCharacters = createCharacters('', '')
const iriCharacters = createCharacters(
  '\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{effff}',
  '\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{10fffd}',
)

const matchesAuthority = (authority: string, { user, name }: Characters): boolean => {
  const at = authority.lastIndexOf('@')
  const [, host] = /^(\[.*\]|[^:]*)(?::\d*)?$/s.exec(authority.slice(at + 1)) ?? []
  if (host === undefined || (at >= 0 && !user.test(authority.slice(0, at)))) return false
  return host.startsWith('[')
    ? matchesLiteral(host.slice(1, -1))
    : matchesIpv4(host) || name.test(host)
}

const matchesLiteral = (literal: string): boolean =>
  matchesIpv6(literal) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(literal)
