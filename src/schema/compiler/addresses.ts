/** Resolves a reference against `base` to an absolute address; undefined if it is invalid. */
export const toAddress = (reference: string, base: string): string | undefined => {
  // The common case needs no URL parsing, which is slow.
  if (reference.startsWith('#') && !base.includes('#')) return base + reference
  try {
    return new URL(reference, base).href
  } catch {
    return undefined
  }
}

/** Address and decoded fragment; the fragment is empty when there is none. */
export const splitAddress = (address: string): [address: string, fragment: string] => {
  const at = address.indexOf('#')
  return at < 0 ? [address, ''] : [address.slice(0, at), decode(address.slice(at + 1))]
}

const decode = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** The keys of a JSON Pointer (RFC 6901). */
export const stepsOfPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
