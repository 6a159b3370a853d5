import { join } from 'node:path'
import { manifest } from './manifest.ts'
import { runOrThrow } from './run.ts'

/**
 * The space that an installation takes, in KiB: the package alone, and with everything it depends
 * on.
 */
export const measureSize = async (
  folder: string,
): Promise<{ alone: number; withDependencies: number }> => ({
  alone: await diskUsage(folder, join('node_modules', manifest.name)),
  withDependencies: await diskUsage(folder, 'node_modules'),
})

const diskUsage = async (folder: string, path: string): Promise<number> =>
  Number.parseInt(await runOrThrow('du', ['-sk', path], folder), 10)
