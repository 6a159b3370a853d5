import { createHmac, timingSafeEqual } from 'node:crypto'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

const sign = (value: string): string =>
  createHmac('sha256', 'a key of this fixture').update(value).digest('base64url')

export const sealState = (value: string): string => `${value}.${sign(value)}`

export const openState = (state: string): string => {
  const value = state.split('.', 1)[0] ?? ''
  const [given, expected] = [Buffer.from(state), Buffer.from(sealState(value))]
  if (given.length === expected.length && timingSafeEqual(given, expected)) return value
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState')
}
