import { createId } from '../../../platform/ids.ts'
import { showsPages } from './shows-pages.ts'

const form = /^mcs_[0-9A-Za-z]{16,40}(\.pages)?$/

/** Revisions before this one know no pages. */
const firstWithPages = '2025-11-25'

/**
 * What a client of the handshake said of itself, as the id that it sends with everything that
 * follows.
 *
 * Nothing of it is stored: any node understands it, and clients that never say goodbye cost no
 * memory.
 */
export type ClientSession = { id: string; opensPages: boolean }

/**
 * A new id for the client that sent these parameters with `initialize`; `version` is the one that
 * was agreed upon.
 */
export const startClientSession = (version: unknown, capabilities: unknown): ClientSession => {
  const opensPages = version === firstWithPages && showsPages(capabilities)
  return { id: `${createId('mcs_')}${opensPages ? '.pages' : ''}`, opensPages }
}

/**
 * `undefined` for an id that is not one of ours. It carries no authority, so what it says is
 * believed.
 */
export const readClientSession = (id: string | null): ClientSession | undefined => {
  const match = id === null ? null : form.exec(id)
  return match ? { id: match[0], opensPages: match[1] !== undefined } : undefined
}
