import type { Diagnosis } from '../../contract/index.ts'
import { toVerdict } from './to-report-text.ts'

/** Formats a diagnosis for a terminal: the verdict, then what was looked at. */
export const toDiagnosisText = (
  { toolkit, verdict, problems, accounts, call }: Diagnosis,
  user: string | undefined,
): string =>
  [
    `${toolkit.slug}, version ${toolkit.version}`,
    ...toVerdict({ verdict, warnings: problems }),
    ...accounts.map(
      ({ id, status, auth_config }) =>
        `Account ${id}: ${status} (${auth_config.auth_scheme}, ${auth_config.id})`,
    ),
    call === null
      ? `No call was made${user === undefined ? ': add --user <id> to try the account of a user' : ''}`
      : toCallText(call),
  ].join('\n')

const toCallText = ({
  tool_slug: tool,
  request,
  successful,
  identity,
}: NonNullable<Diagnosis['call']>): string => {
  const owner =
    identity?.login ?? identity?.email ?? identity?.name ?? identity?.workspace ?? identity?.id
  const answer = owner ? `it is ${owner}'s account` : 'successful'
  return `Called ${tool ?? request}: ${successful ? answer : 'failed'}`
}
