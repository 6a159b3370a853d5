import { writeFileSync } from 'node:fs'
import { recordSchema } from '../../src/service/platform/database/record-schema.ts'
import { migrations } from './migrations.ts'

/** `npm run schema`: records what all migrations do to an empty database. */
writeFileSync(
  new URL('../../src/service/empty-schema.json', import.meta.url),
  `${JSON.stringify(await recordSchema(migrations), null, 1)}\n`,
)
