import type { EndpointGroup } from '../contract/endpoint.ts'

/**
 * Loads what the first call needs. The schemas of the contract, zod and ofetch would make importing
 * the package several times slower.
 *
 * A bundler that knows no lazy modules in one file gets `load-operations.eager.ts` instead, through
 * `imports` of package.json.
 */
export const loadOperations = () => import('./operations.ts')

/**
 * Loads the operations of a resource; undefined if there is none of that name. Most agents call
 * those of sessions only, which need a third of the contract's schemas.
 */
export const loadResource = async (name: string): Promise<EndpointGroup | undefined> => {
  if (name === 'sessions') return (await import('../contract/sessions.ts')).sessions
  const groups: Partial<Record<string, EndpointGroup>> = (await import('../contract/contract.ts'))
    .contract
  return groups[name]
}
