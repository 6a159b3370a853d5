import { Command, Option } from 'commander'
import type { MoveOptions } from './move-folder.ts'

/** `plugboard admin move` */
export const adminMove = (): Command =>
  new Command('move')
    .description('Move a data folder to PostgreSQL: everything, compared row by row')
    .addOption(
      new Option('--to <address>', 'empty database, as postgres://…; default: DATABASE_URL').env(
        'DATABASE_URL',
      ),
    )
    .addOption(
      new Option('--data <folder>', 'data folder, which no service uses')
        .env('PLUGBOARD_DATA')
        .default('.plugboard'),
    )
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      '\nStop the service first: it is down for as long as the move takes. A move that was interrupted goes on when it is given again. Nothing is deleted from the folder, but no service starts on it any more, since both would send and poll. The root keys stay the same: set PLUGBOARD_ROOT_KEYS for the nodes, also if they were in root.key of the folder.',
    )
    .action(async (options: MoveOptions) => {
      const [{ move }, { printAnswer }] = await Promise.all([
        import('./move-folder.ts'),
        import('./print-answer.ts'),
      ])
      printAnswer(await move(options), options)
    })
