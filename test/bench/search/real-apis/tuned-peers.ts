import type { Peer } from '../engines/engine.ts'

type Settings = Pick<Peer, 'settings' | 'dropsStopWords'>

/** The settings that `--tune` found best on the open use cases, by the name of the engine. */
const tuned: Record<string, Settings> = {
  MiniSearch: {
    settings: {
      weights: { name: 2.36, toolkit: 4.2, description: 1, parameters: 0.225, details: 0.88 },
      saturation: 0.88,
      lengthPenalty: 0.8,
      isTolerant: false,
    },
    dropsStopWords: false,
  },
  Orama: {
    settings: {
      weights: { name: 0.1875, toolkit: 1.4, description: 1, parameters: 0.169, details: 0.8 },
      saturation: 0.6,
      lengthPenalty: 0.2,
      isTolerant: false,
    },
    dropsStopWords: true,
  },
  'SQLite FTS5': {
    settings: {
      weights: { name: 6.3, toolkit: 2.1, description: 1, parameters: 1.2, details: 0.8 },
      saturation: 1.2,
      lengthPenalty: 0.75,
      isTolerant: false,
    },
    dropsStopWords: false,
  },
}

export const tunedPeer = ({ name, settings, dropsStopWords }: Peer): Settings =>
  tuned[name] ?? { settings, dropsStopWords }
