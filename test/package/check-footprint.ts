import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Packed } from './pack.ts'
import type { Report } from './report.ts'
import { runOrThrow } from './run.ts'

/** What agent code pays at most for `plugboard`: packages in all, and its own bytes. */
const limits = { packages: 10, bytes: 4 * 1024 * 1024 }

const lock = z.object({ packages: z.record(z.string(), z.unknown()) })

/** Counts what an installation of one package brought along, and says how large it is. */
export const describeFootprint = async (
  folder: string,
  { manifest, unpackedSize }: Packed,
): Promise<{ packages: number; text: string }> => {
  const installed = lock.parse(
    JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8')),
  )
  const packages = Object.keys(installed.packages).length
  const disk = Number.parseInt(await runOrThrow('du', ['-sk', 'node_modules'], folder), 10)
  return {
    packages,
    text: `${manifest.name}: ${packages} packages, ${disk} KiB on disk; ${Math.round(unpackedSize / 1024)} KiB of it in files of its own`,
  }
}

/** Checks that `plugboard`, installed alone, stays small. */
export const checkFootprint = async (
  folder: string,
  packed: Packed,
  report: Report,
): Promise<void> => {
  const { packages, text } = await describeFootprint(folder, packed)
  const fits = packages <= limits.packages && packed.unpackedSize <= limits.bytes
  report.check(text, fits ? null : `more than ${limits.packages} packages or ${limits.bytes} bytes`)
}
