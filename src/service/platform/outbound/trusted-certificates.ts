import tls from 'node:tls'

/** The certificate authorities that are trusted, in PEM: those of Node, and those of the operator. */
export const trustedCertificates = (extra?: string): string[] => [
  ...tls.getCACertificates('default'),
  ...(extra === undefined ? [] : [extra]),
]
