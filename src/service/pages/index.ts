import type { AccountsApi } from '../accounts/index.ts'
import type { ApprovalsApi } from '../approvals/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { mountPages } from './mount-pages.ts'

type Needs = { accounts: AccountsApi; approvals: ApprovalsApi }

/** The pages for people in a browser. */
export const createPages = ({ publicUrl }: Platform, needs: Needs) => {
  const { connecting } = needs.accounts
  const { approvalPage } = needs.approvals
  return {
    mounts: [
      (app, { onError }) => mountPages(app, { connecting, approvalPage, publicUrl, onError }),
    ],
  } satisfies Capability
}
