/** The absolute address of a reference written at `base`; undefined when it is none. */
export const toAddress = (reference: string, base: string): string | undefined => {
  // The usual case needs no parsing, which is slow.
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

/** The keys that a JSON Pointer (RFC 6901) goes through. */
export const stepsOfPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
