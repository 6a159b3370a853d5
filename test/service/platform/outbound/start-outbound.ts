import { onTestFinished } from 'vitest'
import {
  createOutbound,
  OutboundError,
  type Egress,
  type OutboundOptions,
  type OutboundRequest,
  type OutboundResponse,
} from '../../../../src/service/platform/outbound/index.ts'

/** What requests of these tests are made for, unless they say otherwise. */
export const toolEgress: Egress = { purpose: 'tool', projectId: 'pr_test', toolkit: 'shop' }

export type TestRequest = Omit<OutboundRequest, 'egress'> & { egress?: Egress }

type TestOutbound = {
  send(request: TestRequest): Promise<OutboundResponse>
  check(url: string, egress?: Egress): Promise<void>
  close(): Promise<void>
}

export const startOutbound = (options: OutboundOptions): TestOutbound => {
  const { send, check, close } = createOutbound(options)
  onTestFinished(close)
  return {
    send: (request) => send({ egress: toolEgress, ...request }),
    check: (url, egress = toolEgress) => check({ egress, url }),
    close,
  }
}

/** The error of a call that is expected to fail. */
export const failureOf = async (
  outbound: TestOutbound,
  request: Partial<TestRequest> & Pick<TestRequest, 'url'>,
): Promise<OutboundError> => {
  try {
    const { status } = await outbound.send({ method: 'GET', ...request })
    throw new Error(`The call was answered with ${status}`)
  } catch (error) {
    if (error instanceof OutboundError) return error
    throw error
  }
}

export const textOf = (response: { body: Uint8Array }): string =>
  Buffer.from(response.body).toString()
