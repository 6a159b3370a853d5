import type { Command } from 'commander'
import { addExamples } from './add-examples.ts'
import { addListNote } from './add-list-note.ts'
import { adminCommands } from './admin/commands.ts'
import { api } from './api.ts'
import { complete, completion } from './completion.ts'
import { connect } from './connect.ts'
import { dev } from './dev.ts'
import { evaluate } from './eval.ts'
import { generateTypes } from './generate/types.ts'
import { generateZod } from './generate/zod.ts'
import { group } from './group.ts'
import { rotateKeys } from './keys/rotate.ts'
import { listen } from './listen.ts'
import { newProgram, withSettings } from './new-program.ts'
import { resources } from './resources/resources.ts'
import { toCommand } from './resources/to-command.ts'
import { search } from './search.ts'
import { start } from './start.ts'
import { addToolkits } from './toolkits/add.ts'
import { listAvailableToolkits } from './toolkits/available.ts'
import { toolkitChanges } from './toolkits/changes.ts'
import { diagnoseToolkit } from './toolkits/doctor.ts'
import { deleteToolkit } from './toolkits/delete.ts'
import { importToolkit } from './toolkits/import.ts'
import { getToolkit } from './toolkits/get.ts'
import { listToolkits } from './toolkits/list.ts'
import { listOutdatedToolkits } from './toolkits/outdated.ts'
import { setUpToolkit } from './toolkits/setup.ts'
import { updateToolkits } from './toolkits/update.ts'
import { executeTool } from './tools/execute.ts'
import { getTool } from './tools/get.ts'
import { listTools } from './tools/list.ts'
import { searchTools } from './tools/search.ts'

/** Defines all commands with their options. Their implementations are loaded on demand. */
export const createProgram = (): Command => {
  const program = newProgram()
  for (const [heading, commands] of Object.entries(groups()))
    for (const command of commands) program.addCommand(command.helpGroup(heading))
  program.addCommand(complete(), { hidden: true })
  addExamples(program, examples).addHelpText('after', notes)
  return withSettings(program)
}

const groups = (): Record<string, Command[]> => ({
  'Run the service:': [
    dev(),
    start(),
    group('admin', 'For the people who run the service: access, backups, checks', adminCommands()),
    group('keys', 'The root keys, which encrypt every stored credential', [rotateKeys()]),
    toCommand(resources.projects),
  ],
  'Give agents tools:': [
    toolkits(),
    addListNote(
      group('tools', 'The operations of toolkits', [
        searchTools(),
        listTools(),
        getTool(),
        executeTool(),
      ]),
    ),
    search(),
    toCommand(resources.mcp),
  ],
  'Connect users:': [
    connect(),
    toCommand(resources.accounts),
    toCommand(resources.authConfigs),
    toCommand(resources.users),
  ],
  'See what agents do:': [
    toCommand(resources.logs),
    toCommand(resources.sessions),
    toCommand(resources.approvals),
  ],
  'React to events:': [
    listen(),
    toCommand(resources.triggers),
    toCommand(resources.webhooks),
    toCommand(resources.deliveries),
  ],
  'Build and test:': [
    group('generate', 'Generate code for programs that use the tools', [
      generateTypes(),
      generateZod(),
    ]),
    evaluate(),
  ],
  'Other:': [api(), completion()],
})

const toolkits = (): Command =>
  addListNote(
    group('toolkits', 'Third-party APIs that were added or imported', [
      addToolkits(),
      listAvailableToolkits(),
      listOutdatedToolkits(),
      updateToolkits(),
      importToolkit(),
      listToolkits(),
      getToolkit(),
      setUpToolkit(),
      diagnoseToolkit(),
      toolkitChanges(),
      deleteToolkit(),
    ]),
  )

const examples = [
  'plugboard dev --sample                 # a service to try things with',
  'plugboard connect tracker --user ada   # an account of a user',
  'plugboard search "create an issue"     # what an agent would find',
  'plugboard logs --follow                # what agents do',
]

const notes = `
plugboard <command> --help shows the commands and options of each; where a
command has a list, that is what it does by itself.

All but dev, start, admin, keys and completion talk to a running service: a
plugboard dev that was started in this folder, or the one that
PLUGBOARD_BASE_URL and PLUGBOARD_API_KEY name. admin asks it too, or works on
the database of the settings while none runs. Results go to standard output,
everything else to standard error. Exit codes: 0; 1 for a failure, which is
explained; 2 for evaluations that could not be judged; 130 for a question
without an answer.`
