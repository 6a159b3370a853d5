import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocstringExample } from './docstring-examples.ts'

/** Writes examples as programs into an empty folder, with a configuration that checks their types. */
export const writeExamples = async (
  folder: string,
  root: string,
  examples: DocstringExample[],
): Promise<void> => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const { name, code } of examples) await writeFile(join(folder, `${name}.ts`), code)
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      // What an example makes is for the reader to use.
      compilerOptions: {
        rootDir: root,
        noUnusedLocals: false,
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: ['*.ts'],
      exclude: [],
    }),
  )
}
