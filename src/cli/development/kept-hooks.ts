import { join } from 'node:path'
import { z } from 'zod'
import type { SampleServiceOptions } from '../../sample/start-sample-service.ts'
import { hook } from '../../sample/tracker/schemas.ts'
import { readPrivateJson, writePrivateJson } from './private-file.ts'

/**
 * Where the sample's tracker pushes comments to: kept, since a service that was told so once does
 * not ask again.
 */
export const openKeptHooks = async (
  folder: string,
): Promise<Required<Pick<SampleServiceOptions, 'trackerHooks' | 'saveTrackerHooks'>>> => {
  const path = join(folder, 'sample-hooks.json')
  let written = Promise.resolve()
  return {
    trackerHooks: (await readPrivateJson(path, z.array(hook))) ?? [],
    saveTrackerHooks: (hooks) => {
      // One after the other, so that the last one stays. What cannot be written is only missing at
      // the next start.
      written = written
        .then(() => writePrivateJson(path, hooks))
        .catch((error: unknown) =>
          console.error(
            `${path} could not be written: ${error instanceof Error ? error.message : String(error)}`,
          ),
        )
    },
  }
}
