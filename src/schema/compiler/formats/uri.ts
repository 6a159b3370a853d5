import { matchesIpv4, matchesIpv6 } from './hosts.ts'

/** RFC 3986 `URI`: absolute, ASCII, every other character percent-encoded. */
export const matchesUri = (text: string): boolean => {
  const [, authority, path, rest = ''] = uri.exec(text) ?? []
  return path !== undefined && pathCharacters.test(path) && restCharacters.test(rest) && (authority === undefined || matchesAuthority(authority))
}

const uri = /^[a-z][a-z\d+.-]*:(?:\/\/([^/?#]*)(?=[/?#]|$))?([^?#]*)([?#].*)?$/is

const unit = '[\\w.~!$&\'()*+,;=:-]|%[\\da-f]{2}'
const pathCharacters = new RegExp(`^(?:${unit}|[@/])*$`, 'i')
const restCharacters = new RegExp(`^(?:\\?(?:${unit}|[@/?])*)?(?:#(?:${unit}|[@/?])*)?$`, 'i')
const userCharacters = new RegExp(`^(?:${unit})*$`, 'i')
const nameCharacters = new RegExp(`^(?:${unit.replace(':-', '-')})*$`, 'i')

const matchesAuthority = (authority: string): boolean => {
  const at = authority.lastIndexOf('@')
  const [, host] = /^(\[.*\]|[^:]*)(?::\d*)?$/s.exec(authority.slice(at + 1)) ?? []
  if (host === undefined || (at >= 0 && !userCharacters.test(authority.slice(0, at)))) return false
  return host.startsWith('[') ? matchesLiteral(host.slice(1, -1)) : matchesIpv4(host) || nameCharacters.test(host)
}

const matchesLiteral = (literal: string): boolean => matchesIpv6(literal) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(literal)
