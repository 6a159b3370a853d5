import type { TriggerWebhook } from '../../../contract/import-trigger-webhook.ts'
import type { Project } from '../../endpoint/index.ts'
import { ServiceError } from '../../service-error.ts'
import type { TriggerSource } from '../find-source.ts'
import { fillText } from '../requests/fill-template.ts'

type AccountRule = NonNullable<TriggerWebhook['account']>
type Source = Pick<TriggerSource, 'account' | 'config'>

/** The value by which deliveries to a shared address name the account of an instance. */
export const accountValue = (
  { equals }: AccountRule,
  { account, config }: Source,
): string | undefined => fillText(equals, { account: account?.account.values ?? {}, config })

/** Throws if the account lacks it: the instance would never fire. */
export const requireAccountValue = (rule: AccountRule, source: Source): string => {
  const value = accountValue(rule, source)
  if (value !== undefined && value !== '') return value
  throw new ServiceError(
    'unprocessable',
    `The connected account has no value for "${rule.equals}", by which deliveries name it`,
    { suggestedFix: 'Connect the account again, so that it gets the value, or name another' },
  )
}

/** What is stored of the value, to find instances by it. */
export const accountFingerprint = (project: Project, toolkit: string, value: string): string =>
  project.dataKey.fingerprint(value, { record: toolkit, field: 'hook_account' })
