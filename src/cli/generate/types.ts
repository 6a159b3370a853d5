import { Command } from 'commander'
import { generateFile, withGenerateOptions, type GenerateOptions } from './generated-file.ts'

type TypesOptions = GenerateOptions & { strict?: boolean }

/** `plugboard generate types` */
export const generateTypes = (): Command =>
  withGenerateOptions(
    new Command('types')
      .description(
        "Generate types of tools, so that the compiler checks session.execute('TRACKER_CREATE_ISSUE', { … }), the tools of frameworks, and hooks",
      )
      .option('--strict', 'make slugs that are not in the file compile errors'),
    'plugboard-tools.d.ts',
  ).action(async ({ strict = false, ...options }: TypesOptions) => {
    const { toTypesFile } = await import('./to-types-file.ts')
    await generateFile(
      options,
      'types',
      (tools) => toTypesFile(tools, { strict }),
      ({ length }) =>
        `the types of ${length} tools. Make sure that the program includes the file, for example by "include" in tsconfig.json.`,
    )
  })
