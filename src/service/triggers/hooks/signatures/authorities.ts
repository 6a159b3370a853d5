import { X509Certificate } from 'node:crypto'

/** The certificate authorities that this service trusts. */
export type Authorities = {
  /** Those that signed a certificate. */
  issuersOf(certificate: X509Certificate): X509Certificate[]
}

/** `read`: their certificates in PEM; a text may hold several. */
export const createAuthorities = (read: () => string[]): Authorities => {
  let bySubject: Map<string, X509Certificate[]> | undefined
  return {
    issuersOf: (certificate) => {
      // Parsed once and when first needed: there are some 150.
      bySubject ??= Map.groupBy(read().flatMap(parse), ({ subject }) => subject)
      return (bySubject.get(certificate.issuer) ?? []).filter((issuer) =>
        isIssuedBy(certificate, issuer),
      )
    },
  }
}

/** Whether one certificate was signed with the key of another, which may sign certificates. */
export const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

const parse = (text: string): X509Certificate[] =>
  (text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (each) => new X509Certificate(each),
  )
