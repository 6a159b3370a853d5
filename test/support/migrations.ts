import { readdirSync } from 'node:fs'
import type { Migrations } from '../../src/service/platform/database/index.ts'

const service = new URL('../../src/service/', import.meta.url)

/**
 * The migrations of every capability and of the platform, without a service: all records that a
 * `migrations.ts` exports. `migrations.test.ts` holds them to those that a service runs.
 */
const readMigrations = async (): Promise<Migrations> => {
  const files = readdirSync(service, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|[/\\])migrations\.ts$/.test(name))
    .toSorted()
  const modules = await Promise.all(
    files.map(
      (name): Promise<Record<string, Migrations>> =>
        import(/* @vite-ignore */ new URL(name, service).href),
    ),
  )
  return Object.assign(
    {},
    ...modules.flatMap((exported) =>
      Object.entries(exported)
        .filter(([name]) => name.endsWith('Migrations'))
        .map(([, migrations]) => migrations),
    ),
  )
}

export const migrations: Migrations = await readMigrations()
