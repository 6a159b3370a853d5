import { z } from 'zod'
import type { OutboundProxy } from '../platform/outbound/index.ts'

/** The address of an HTTP proxy, with user name and password where it asks for them. */
export const outboundProxySetting = z.string().transform((text, context): OutboundProxy => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    context.addIssue('must be the address of an HTTP proxy, such as http://proxy.internal:3128')
    return z.NEVER
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    context.addIssue('has more than scheme, host and port, which is all that an HTTP proxy needs')
    return z.NEVER
  }
  const [user, password] = [decode(url.username), decode(url.password)]
  if (user === undefined || password === undefined) {
    context.addIssue('has a % in its user name or password that must be written as %25')
    return z.NEVER
  }
  if (user === '' && password === '') return { url: url.origin }
  const credential = Buffer.from(`${user}:${password}`).toString('base64')
  return { url: url.origin, authorization: `Basic ${credential}` }
})

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
