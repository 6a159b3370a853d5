import type { Toolkit } from '../catalog/index.ts'
import type { Policy } from './policy.ts'

/** The toolkits that a session may use, in the versions of its creation. */
export type SessionToolkits = {
  get(slug: string): Toolkit | undefined
  has(slug: string): boolean
  values(): Toolkit[]
}

/**
 * A filtered view of all toolkits: nothing is copied, so the cost of opening a session is
 * independent of their number.
 */
export const toSessionToolkits = (
  all: ReadonlyMap<string, Toolkit>,
  policy: Pick<Policy, 'allowsToolkit' | 'onlyToolkits'>,
): SessionToolkits => {
  const get = (slug: string) => (policy.allowsToolkit(slug) ? all.get(slug) : undefined)
  return {
    get,
    has: (slug) => get(slug) !== undefined,
    values: () =>
      policy.onlyToolkits
        ? policy.onlyToolkits.flatMap((slug) => all.get(slug) ?? [])
        : [...all.values()].filter(({ definition }) => policy.allowsToolkit(definition.slug)),
  }
}
