import type { Peer } from '../engines/engine.ts'

/** The settings that `--tune` found best on the open use cases, by the name of the engine. */
const tuned: Record<string, Pick<Peer, 'settings' | 'dropsStopWords'>> = {}

export const tunedPeer = ({
  name,
  settings,
  dropsStopWords,
}: Peer): Pick<Peer, 'settings' | 'dropsStopWords'> => tuned[name] ?? { settings, dropsStopWords }
