import { requestedScopes } from '../../auth-configs/index.ts'
import { findScheme } from '../../auth-schemes/index.ts'
import { shownProject } from '../../projects/index.ts'
import type { ConnectView } from '../connecting.ts'
import { formFields, knownValues, shownValues } from './form-values.ts'
import type { OpenLink } from './open-link.ts'

/** More than people read. */
const maximumScopes = 30

/** What the page shows of a link. `requested`: fields to show although their values are known. */
export const toView = (found: OpenLink, requested: readonly string[] = []): ConnectView => {
  const { link, project, account, authConfig, toolkit } = found
  const fields = formFields(found, requested)
  const known = knownValues(found)
  const goesToProvider = findScheme(authConfig.scheme.mode)?.authorization !== undefined
  const scopes = goesToProvider ? requestedScopes(authConfig) : []
  return {
    project: shownProject(project),
    toolkit: { slug: toolkit.slug, name: toolkit.name, logo: toolkit.logo ?? null },
    userId: account.userId,
    fields,
    known: shownValues(fields, known),
    scopes: scopes.slice(0, maximumScopes).map((name) => ({
      name,
      description: authConfig.scheme.oauth?.scopes?.[name] || null,
    })),
    moreScopes: Math.max(0, scopes.length - maximumScopes),
    goesToProvider,
    providerOrigin: goesToProvider ? originOf(authConfig.scheme.oauth?.authorizationUrl) : null,
    expiresAt: link.expires_at,
  }
}

/**
 * Null also for an address that is made of what the user types, or that the provider itself is
 * asked for.
 */
const originOf = (url: string | undefined): string | null => {
  const origin = url === undefined ? undefined : /^https?:\/\/[^/?#{}]+(?=[/?#]|$)/i.exec(url)?.[0]
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).origin : null
}
