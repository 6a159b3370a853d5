import type { Handle } from '../../../platform/database/index.ts'
import type { Accounts } from '../../../accounts/index.ts'
import type { AuthConfigs } from '../../../auth-configs/index.ts'
import type { Catalog } from '../../../catalog/index.ts'
import type { Project } from '../../../endpoint/index.ts'
import type { SourceReaders } from '../../find-source.ts'

/**
 * Reads sources inside a transaction, and each of their parts only once.
 */
export const readWithin = (
  {
    accounts,
    authConfigs,
    catalog,
  }: { accounts: Accounts; authConfigs: AuthConfigs; catalog: Catalog },
  transaction: Handle,
): SourceReaders => ({
  accounts: { get: once((project: Project, id: string) => accounts.get(project, id, transaction)) },
  authConfigs: {
    get: once((project: Project, id: string) => authConfigs.get(project, id, transaction)),
  },
  catalog: {
    getToolkit: once((project: Project, slug: string, version?: string) =>
      catalog.readToolkit(transaction, project, slug, version ?? ''),
    ),
  },
})

/** For one project: the key consists of the other arguments. */
const once = <Given extends [Project, ...(string | undefined)[]], Value>(
  read: (...given: Given) => Promise<Value>,
): ((...given: Given) => Promise<Value>) => {
  const known = new Map<string, Promise<Value>>()
  return (...given) => {
    const [, ...names] = given
    const key = JSON.stringify(names)
    const value = known.get(key) ?? read(...given)
    known.set(key, value)
    return value
  }
}
