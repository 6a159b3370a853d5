import { X509Certificate } from 'node:crypto'

/** A chain has a leaf and seldom more than two intermediates. */
const maximumCertificates = 5

/** The certificates of a file: several in PEM, or one in DER. Empty where there are none. */
export const parseCertificates = (file: Uint8Array): X509Certificate[] => {
  const blocks =
    Buffer.from(file)
      .toString('latin1')
      .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const encoded = blocks.length > 0 ? blocks.slice(0, maximumCertificates) : [file]
  return encoded.flatMap((each) => {
    try {
      return [new X509Certificate(each)]
    } catch {
      return []
    }
  })
}
