import { Command } from 'commander'
import { generateFile, withGenerateOptions, type GenerateOptions } from './generated-file.ts'

/** `plugboard generate zod` */
export const generateZod = (): Command =>
  withGenerateOptions(
    new Command('zod').description(
      "Generate zod definitions of tools' arguments, which validate as the tools do, with their types",
    ),
    // Not beside plugboard-tools.d.ts by the same name, which the compiler would take for its declarations.
    'plugboard-schemas.ts',
  ).action(async (options: GenerateOptions) => {
    const { toZodFile } = await import('./to-zod-file.ts')
    await generateFile(
      options,
      'zod',
      toZodFile,
      ({ length }) => `the zod definitions of ${length} tools, each exported by its slug.`,
    )
  })
