import { registerHooks } from 'node:module'
import type * as Engine from '../../../../src/service/search/engine/index.ts'

export type EngineModule = typeof Engine

/** A text in a file of the engine, and what stands there instead. */
export type Change = { file: string; from: string; to: string }

export const engine = new URL('../../../../src/service/search/engine/', import.meta.url).href
const variants = new Map<string, { changes: readonly Change[]; made: Set<Change> }>()
let hooked = false

/**
 * The engine with other numbers or words in it, beside the one as it is: its own modules are loaded
 * once more, with these changes.
 */
export const loadVariant = async (changes: readonly Change[]): Promise<EngineModule> => {
  hook()
  const name = String(variants.size)
  const made = new Set<Change>()
  variants.set(name, { changes, made })
  const loaded = (await import(`${engine}index.ts?variant=${name}`)) as EngineModule
  const missed = changes.find((change) => !made.has(change))
  if (missed)
    throw new Error(
      `${missed.file} has no "${missed.from}" to change; the engine was changed since`,
    )
  return loaded
}

/**
 * Modules of the engine that a variant imports are of the variant too; those for words know nothing
 * that could be changed.
 */
const hook = (): void => {
  if (hooked) return
  hooked = true
  registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context)
      const variant =
        context.parentURL === undefined
          ? null
          : new URL(context.parentURL).searchParams.get('variant')
      return variant !== null &&
        resolved.url.startsWith(engine) &&
        !resolved.url.startsWith(`${engine}words/`)
        ? { ...resolved, url: `${resolved.url}?variant=${variant}` }
        : resolved
    },
    load: (url, context, next) => {
      const loaded = next(url, context)
      const variant = url.startsWith(engine)
        ? variants.get(new URL(url).searchParams.get('variant') ?? '')
        : undefined
      if (!variant) return loaded
      const file = url.slice(engine.length).replace(/\?.*$/, '')
      return {
        ...loaded,
        source: variant.changes
          .filter((change) => change.file === file)
          .reduce((source, change) => apply(source, change, variant.made), String(loaded.source)),
      }
    },
  })
}

const apply = (source: string, change: Change, made: Set<Change>): string => {
  if (source.includes(change.from)) made.add(change)
  return source.replace(change.from, () => change.to)
}
