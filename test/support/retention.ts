import { readdirSync } from 'node:fs'
import { toKept, type Kept, type Retention } from '../../src/service/platform/retention/index.ts'

const service = new URL('../../src/service/', import.meta.url)

type Declared = readonly Retention[] | ((kept: Kept) => readonly Retention[])

/** The retention of every table, without a service: what each `retention.ts` declares. */
export const readRetention = async (): Promise<Retention[]> => {
  const files = readdirSync(service, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(^|[/\\])retention\.ts$/.test(name),
  )
  const modules = await Promise.all(
    files.map(
      (name): Promise<Record<string, Declared>> =>
        import(/* @vite-ignore */ new URL(name, service).href),
    ),
  )
  return modules.flatMap((exported) =>
    Object.values(exported).flatMap((declared) =>
      typeof declared === 'function' ? declared(toKept()) : declared,
    ),
  )
}
