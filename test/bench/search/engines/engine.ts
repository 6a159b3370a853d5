import type { DataTool } from '../data.ts'
import type { FieldName } from './texts.ts'

/** A search engine with these tools in it. */
export type Searcher = {
  search: (query: string, limit: number) => string[] | Promise<string[]>
  close?: () => void
}

export type Engine = {
  name: string
  build: (tools: Iterable<DataTool>) => Searcher | Promise<Searcher>
}

/**
 * What one may choose when searching with another engine; each takes what it has. `--tune` tries
 * them.
 */
export type PeerSettings = {
  weights: Record<FieldName, number>
  /** Of BM25: how soon further occurrences add nothing, and how much long texts lose. */
  saturation: number
  lengthPenalty: number
  /** Whether misspellings of words are found too. */
  isTolerant: boolean
}

/**
 * Another engine. `open` makes an index, with or without the words of the stop list in the tools'
 * texts, which is then searched with any settings.
 */
export type Peer = Engine & {
  settings: PeerSettings
  dropsStopWords: boolean
  /** Which settings it has. */
  has: readonly (keyof PeerSettings)[]
  open: (tools: Iterable<DataTool>, dropsStopWords: boolean) => PeerIndex | Promise<PeerIndex>
}

export type PeerIndex = {
  search: (query: string, limit: number, settings: PeerSettings) => string[] | Promise<string[]>
  close?: () => void
}

export const toPeer = (peer: Omit<Peer, 'build'>): Peer => ({
  ...peer,
  build: async (tools) => {
    const index = await peer.open(tools, peer.dropsStopWords)
    return { ...index, search: (query, limit) => index.search(query, limit, peer.settings) }
  },
})
