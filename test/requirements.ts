import { accounts } from './requirements/accounts.ts'
import { activity } from './requirements/activity.ts'
import { adapters } from './requirements/adapters.ts'
import { approvePage } from './requirements/approve-page.ts'
import { authConfigs } from './requirements/auth-configs.ts'
import { authentication } from './requirements/authentication.ts'
import { bounds } from './requirements/bounds.ts'
import { catalog } from './requirements/catalog.ts'
import { connections } from './requirements/connections.ts'
import { connectPage } from './requirements/connect-page.ts'
import { console } from './requirements/console.ts'
import { conventions } from './requirements/conventions.ts'
import { evalsRunners } from './requirements/evals-runners.ts'
import { evalCases } from './requirements/eval-cases.ts'
import { evalReports } from './requirements/eval-reports.ts'
import { files } from './requirements/files.ts'
import { graphQlSource } from './requirements/graphql-source.ts'
import { isolation } from './requirements/isolation.ts'
import { ledger } from './requirements/ledger.ts'
import { mcp } from './requirements/mcp.ts'
import { mcpSource } from './requirements/mcp-source.ts'
import { mcpProtocol } from './requirements/mcp-protocol.ts'
import { migration } from './requirements/migration.ts'
import { nodes } from './requirements/nodes.ts'
import { oauth2 } from './requirements/oauth2.ts'
import { otherSchemes } from './requirements/other-schemes.ts'
import { plans } from './requirements/plans.ts'
import { profiles } from './requirements/profiles.ts'
import { projectEvents } from './requirements/project-events.ts'
import { projects } from './requirements/projects.ts'
import { proxy } from './requirements/proxy.ts'
import { receiving } from './requirements/receiving.ts'
import { search } from './requirements/search.ts'
import { secrets } from './requirements/secrets.ts'
import { sessions } from './requirements/sessions.ts'
import { telemetry } from './requirements/telemetry.ts'
import { toolkit } from './requirements/toolkit.ts'
import { triggers } from './requirements/triggers.ts'
import { validator } from './requirements/validator.ts'
import { webhooks } from './requirements/webhooks.ts'
import { workbench } from './requirements/workbench.ts'
import { zod } from './requirements/zod.ts'

/**
 * Every obligation of the specification, of the rules in `src/contract/README.md`, and of the
 * product: id -> where it stands and what it says.
 *
 * A test says which it proves with `verifies('<id>')`; `requirements.test.ts` fails when one is
 * unproved or an id is unknown.
 */
export const requirements = {
  ...accounts,
  ...activity,
  ...adapters,
  ...approvePage,
  ...authConfigs,
  ...authentication,
  ...bounds,
  ...catalog,
  ...connections,
  ...connectPage,
  ...console,
  ...conventions,
  ...evalsRunners,
  ...evalCases,
  ...evalReports,
  ...files,
  ...graphQlSource,
  ...isolation,
  ...ledger,
  ...mcp,
  ...mcpSource,
  ...mcpProtocol,
  ...migration,
  ...nodes,
  ...oauth2,
  ...otherSchemes,
  ...plans,
  ...profiles,
  ...projectEvents,
  ...projects,
  ...proxy,
  ...receiving,
  ...search,
  ...secrets,
  ...sessions,
  ...telemetry,
  ...toolkit,
  ...triggers,
  ...validator,
  ...webhooks,
  ...workbench,
  ...zod,
} satisfies Record<string, Requirement>

/**
 * `source`: a section of the specification (`spec 4.8`) or a rule of `src/contract/README.md`
 * (`rule 14.1`), or `product` for a promise of this package that is not part of the interface.
 */
export type Requirement = { source: `spec ${string}` | `rule ${string}` | 'product'; says: string }

type RequirementId = keyof typeof requirements

/** Names the requirements that the test around it proves. */
export const verifies = (...ids: RequirementId[]): void => {
  for (const id of ids)
    if (!Object.hasOwn(requirements, id))
      throw new Error(`No requirement "${id}" in test/requirements`)
}
