import { join } from 'node:path'
import { z } from 'zod'
import type { SampleServiceOptions } from '../../sample/start-sample-service.ts'
import { hook } from '../../sample/tracker/schemas.ts'
import { readPrivateJson, writePrivateJson } from './private-file.ts'

/**
 * Stores the address to which the sample's tracker pushes comments: the service registers it only
 * once.
 */
export const openSavedHooks = async (
  folder: string,
): Promise<Required<Pick<SampleServiceOptions, 'trackerHooks' | 'saveTrackerHooks'>>> => {
  const path = join(folder, 'sample-hooks.json')
  let written = Promise.resolve()
  return {
    trackerHooks: (await readPrivateJson(path, z.array(hook))) ?? [],
    saveTrackerHooks: (hooks) => {
      // Written sequentially, so that the last value wins. If a write fails, the value is only
      // missing at the next start.
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
