import type { X509Certificate } from 'node:crypto'
import { isIssuedBy, type Authorities } from './authorities.ts'

type Trust = { authorities: Authorities; now: Date }

/**
 * The public key (SubjectPublicKeyInfo) of the certificate in a chain that was issued to a DNS name,
 * if it chains up to a trusted authority and every certificate on the way is valid now; otherwise a
 * text that says what is wrong. Revocation is not checked.
 */
export const trustedKey = (
  chain: X509Certificate[],
  subject: string,
  { authorities, now }: Trust,
): Uint8Array<ArrayBuffer> | string => {
  if (chain.length === 0) return 'There is no certificate at the address that the delivery names'
  const leaf = chain.find((each) => each.checkHost(subject) !== undefined)
  if (!leaf) return `The certificate of the signature was not issued to ${subject}`
  const path = pathOf(leaf, chain, authorities)
  if (!path) return 'The certificate of the signature was issued by no trusted authority'
  if (!path.every((each) => isValid(each, now)))
    return 'The certificate of the signature, or one above it, has expired or is not valid yet'
  return Uint8Array.from(leaf.publicKey.export({ type: 'spki', format: 'der' }))
}

/** Whether a chain leads from the certificate of this name to a trusted authority. */
export const isComplete = (
  chain: X509Certificate[],
  subject: string,
  authorities: Authorities,
): boolean => {
  const leaf = chain.find((each) => each.checkHost(subject) !== undefined)
  // Without a leaf, fetching issuers does not help.
  return !leaf || pathOf(leaf, chain, authorities) !== undefined
}

/** The path from a certificate up to a trusted authority, if there is one. */
const pathOf = (
  leaf: X509Certificate,
  chain: X509Certificate[],
  authorities: Authorities,
): X509Certificate[] | undefined => {
  const path = [leaf]
  while (path.length <= chain.length) {
    const [last] = path.slice(-1)
    if (!last) return undefined
    const [authority] = authorities.issuersOf(last)
    if (authority) return [...path, authority]
    const issuer = chain.find((each) => !path.includes(each) && isIssuedBy(last, each))
    if (!issuer) return undefined
    path.push(issuer)
  }
  return undefined
}

const isValid = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now <= validToDate
