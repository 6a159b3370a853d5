import { areInternationalLabels } from './international-labels.ts'

/** RFC 1123 host name in ASCII; `xn--…` labels must be valid encodings of international ones. */
export const matchesHostname = (text: string): boolean =>
  text.length <= 253 &&
  hostname.test(text) &&
  (!/(?:^|\.)xn--/i.test(text) || areInternationalLabels(text.split('.')))

const label = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?'
const hostname = new RegExp(`^${label}(?:\\.${label})*$`, 'i')

/** A host name in any script (RFC 5890), with any of the label separators of IDNA. */
export const matchesInternationalHostname = (text: string): boolean =>
  text.length <= 253 &&
  (/^[\0-\x7f]*$/.test(text)
    ? matchesHostname(text)
    : areInternationalLabels(text.split(/[.\u3002\uff0e\uff61]/)))

export const matchesIpv4 = (text: string): boolean => ipv4.test(text)

const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4 = new RegExp(`^${byte}(?:\\.${byte}){3}$`)

/** RFC 4291 text forms, without a zone. */
export const matchesIpv6 = (text: string): boolean => {
  const tail = text.slice(text.lastIndexOf(':') + 1)
  if (tail.includes('.'))
    return matchesIpv4(tail) && matchesIpv6(`${text.slice(0, -tail.length)}0:0`)
  const halves = text.split('::')
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  if (halves.length > 2 || !groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false
  return halves.length === 2 ? groups.length <= 7 : groups.length === 8
}

/** RFC 5321 mailbox: dotted words or a quoted string, at a host name or an address literal. */
export const matchesEmail = (text: string): boolean =>
  matchesMailbox(text, localPart, matchesHostname)

/** RFC 6531: a mailbox in any script. */
export const matchesInternationalEmail = (text: string): boolean =>
  matchesMailbox(text, internationalLocalPart, (host) =>
    matchesInternationalHostname(host.normalize('NFC')),
  )

const matchesMailbox = (
  text: string,
  local: RegExp,
  matchesHost: (host: string) => boolean,
): boolean => {
  const at = text.lastIndexOf('@')
  return at > 0 && local.test(text.slice(0, at)) && matchesMailHost(text.slice(at + 1), matchesHost)
}

const createLocalPart = (others: string): RegExp => {
  const word = `[\\w!#$%&'*+/=?^\`{|}~${others}-]+`
  return new RegExp(
    `^(?:${word}(?:\\.${word})*|"(?:[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e${others}]|\\\\[\\x20-\\x7e])*")$`,
  )
}

const localPart = createLocalPart('')
const internationalLocalPart = createLocalPart('\\x80-\\uffff')

const matchesMailHost = (host: string, matchesHost: (host: string) => boolean): boolean => {
  const literal = /^\[(.*)\]$/.exec(host)?.[1]
  if (literal === undefined) return matchesHost(host)
  return /^ipv6:/i.test(literal) ? matchesIpv6(literal.slice(5)) : matchesIpv4(literal)
}
