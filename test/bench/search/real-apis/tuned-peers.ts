import type { Peer } from '../engines/engine.ts'

export type TunedPeer = Pick<Peer, 'settings' | 'dropsStopWords'> & {
  /** Whether it does better when it also gets what toolkits are about. */
  withAbout: boolean
}

/** The settings that `--tune` found best on the open use cases, by the name of the engine. */
const tuned: Record<string, TunedPeer> = {
  MiniSearch: {
    settings: {
      weights: { name: 2.36, toolkit: 4.2, description: 1, parameters: 0.1125, details: 0.88 },
      saturation: 0.88,
      lengthPenalty: 0.8,
      isTolerant: false,
    },
    dropsStopWords: false,
    withAbout: false,
  },
  Orama: {
    settings: {
      weights: { name: 0.525, toolkit: 2, description: 1, parameters: 0.028, details: 0.8 },
      saturation: 0.6,
      lengthPenalty: 0.2,
      isTolerant: false,
    },
    dropsStopWords: true,
    withAbout: true,
  },
  'SQLite FTS5': {
    settings: {
      weights: { name: 6.3, toolkit: 0.56, description: 1, parameters: 0.3, details: 1.6 },
      saturation: 1.2,
      lengthPenalty: 0.75,
      isTolerant: false,
    },
    dropsStopWords: false,
    withAbout: false,
  },
}

export const tunedPeer = ({ name, settings, dropsStopWords }: Peer): TunedPeer =>
  tuned[name] ?? { settings, dropsStopWords, withAbout: false }
