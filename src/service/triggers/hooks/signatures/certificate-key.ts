import type {
  CertificateRules,
  RsaSignature,
} from '../../../../contract/import-trigger-signature.ts'
import { valueAt, type HookRequest } from '../hook-request.ts'
import { importKeyBytes } from './import-keys.ts'
import type { Known } from './known.ts'

const maximumLength = 2_000

/** The key of the certificate that a delivery names, or a text that says why it is not trusted. */
export const certificateKey = async (
  signature: RsaSignature,
  rules: CertificateRules,
  request: HookRequest,
  { providerKeys, owner }: Known,
): Promise<CryptoKey | string> => {
  const given = valueAt(request, { in: rules.in, name: rules.name })
  if (typeof given !== 'string' || given.length > maximumLength || !URL.canParse(given))
    return `The request has no address of a certificate in the ${rules.in} ${rules.name}`
  const url = new URL(given)
  // The sender chooses the address, so only hosts at which nobody but the provider publishes are safe.
  if (
    url.protocol !== 'https:' ||
    url.username !== '' ||
    url.password !== '' ||
    !rules.hosts.includes(url.host)
  )
    return 'The certificate of the signature is not at a host of the provider'
  const key = await providerKeys.certificate(owner, {
    url,
    subject: rules.subject,
    issuerHosts: rules.issuer_hosts,
  })
  if (typeof key === 'string') return key
  return (
    (await importKeyBytes(signature, 'spki', key)) ??
    'The certificate of the signature has no RSA key of at least 2048 bits'
  )
}
