import { onTestFinished } from 'vitest'
import { createOutbound, OutboundError } from '../../../../src/service/platform/outbound/index.ts'
import type { Outbound, OutboundOptions, OutboundRequest } from '../../../../src/service/platform/outbound/index.ts'

export function startOutbound(options: OutboundOptions): Outbound {
  const outbound = createOutbound(options)
  onTestFinished(() => outbound.close())
  return outbound
}

/** The error of a call that is expected to fail. */
export async function failureOf(outbound: Outbound, request: Partial<OutboundRequest> & Pick<OutboundRequest, 'url'>): Promise<OutboundError> {
  try {
    const { status } = await outbound.send({ method: 'GET', ...request })
    throw new Error(`The call was answered with ${status}`)
  } catch (error) {
    if (error instanceof OutboundError) return error
    throw error
  }
}

export const textOf = (response: { body: Uint8Array }): string => Buffer.from(response.body).toString()
