import { parentPort } from 'node:worker_threads'
import { knowsText } from './knows-text.ts'
import type { LocalModules } from './local-modules.ts'

export type LocalTask = { modules: LocalModules; values: string[]; judged?: string }
export type LocalDone = { embeddings: number[][]; knows: boolean }

/** The part of `@energetic-ai/embeddings` and of a package with its weights that is used. */
type Model = {
  embed(texts: string[]): Promise<number[][]>
  tokenizer: { encode(text: string): number[] }
}
type Library = { initModel(source: unknown): Promise<Model> }
type Weights = { modelSource: unknown }

let loading: Promise<Model> | undefined

const load = async ({ library, weights }: LocalModules): Promise<Model> => {
  const [{ initModel }, { modelSource }] = (await Promise.all([
    import(library),
    import(weights),
  ])) as [Library, Weights]
  return initModel(modelSource)
}

const answer = async ({ modules, values, judged }: LocalTask): Promise<LocalDone> => {
  loading ??= load(modules)
  const model = await loading
  return {
    embeddings: values.length === 0 ? [] : await model.embed(values),
    knows: judged !== undefined && knowsText(judged, (word) => model.tokenizer.encode(word).length),
  }
}

parentPort?.on('message', async (task: LocalTask) => parentPort?.postMessage(await answer(task)))
