import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Issued = { certificate: string; privateKey: string }

type Request = {
  /** The DNS name of the subject. */
  name: string
  /** Signs it; a certificate without one signs itself. */
  issuer?: Issued
  isAuthority?: boolean
  days?: number
  /** Of an RSA key; without it the key is one of P-256, which is made sooner. */
  bits?: number
  /** Where the certificate says that its issuer's is. */
  issuerAddress?: string
}

/** Makes a certificate and its key with the command `openssl`. */
export const issue = ({
  name,
  issuer,
  isAuthority = false,
  days = 30,
  bits,
  issuerAddress,
}: Request): Issued => {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-certificate-'))
  const file = (each: string) => join(folder, each)
  const openssl = (...parameters: string[]) =>
    execFileSync('openssl', parameters, { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    const extensions = [
      `basicConstraints=critical,CA:${isAuthority ? 'TRUE' : 'FALSE'}`,
      `subjectAltName=DNS:${name}`,
      ...(issuerAddress === undefined
        ? []
        : [`authorityInfoAccess=caIssuers;URI:${issuerAddress}`]),
    ]
    writeFileSync(file('extensions'), extensions.join('\n'))
    const algorithm =
      bits === undefined
        ? ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256']
        : ['RSA', '-pkeyopt', `rsa_keygen_bits:${bits}`]
    openssl('genpkey', '-algorithm', ...algorithm, '-out', file('key.pem'))
    openssl('req', '-new', '-key', file('key.pem'), '-subj', `/CN=${name}`, '-out', file('request'))
    if (issuer) {
      writeFileSync(file('issuer.pem'), issuer.certificate)
      writeFileSync(file('issuer.key.pem'), issuer.privateKey)
    }
    const signing = issuer
      ? ['-CA', file('issuer.pem'), '-CAkey', file('issuer.key.pem')]
      : ['-signkey', file('key.pem')]
    openssl(
      'x509',
      '-req',
      '-sha256',
      '-in',
      file('request'),
      '-days',
      String(days),
      '-extfile',
      file('extensions'),
      '-set_serial',
      String(Date.now()),
      '-out',
      file('certificate.pem'),
      ...signing,
    )
    const read = (each: string) => readFileSync(file(each), 'utf8')
    return { certificate: read('certificate.pem'), privateKey: read('key.pem') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A certificate as bytes, as authorities publish theirs. */
export const toDer = ({ certificate }: Issued): Buffer =>
  Buffer.from(certificate.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64')
