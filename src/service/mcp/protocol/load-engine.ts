import type { DescribeError } from './engine/guarded.ts'
import type { Engine, EngineParts } from './engine/create-engine.ts'
import type { Offer } from './engine/exchange.ts'
import type { ToolSource } from './tool-source.ts'

/** Creates the server of an endpoint from a source, for one request. */
export type ServeTools = (source: ToolSource) => Promise<Offer>

const progressEveryMs = 5000
const lookEveryMs = 1000

/** The protocol's library is large, so it is loaded for the first client. */
export const loadEngine = (
  parts: { describeError: DescribeError } & Pick<EngineParts, 'onError' | 'closing'>,
) => {
  let engine: Promise<Engine> | undefined
  let offers: Promise<typeof import('./engine/create-offer.ts')> | undefined
  return {
    engine: (): Promise<Engine> =>
      (engine ??= import('./engine/create-engine.ts').then(({ createEngine }) =>
        createEngine({ ...parts, lookEveryMs }),
      )),
    serveTools: (async (source) => {
      const { createOffer } = await (offers ??= import('./engine/create-offer.ts'))
      return createOffer({ describeError: parts.describeError, progressEveryMs }, source)
    }) satisfies ServeTools,
  }
}
