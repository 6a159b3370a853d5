import { hourMs } from '../platform/clock.ts'
import { sendError, type Capability } from '../endpoint/index.ts'
import { createBrowserFiles } from '../platform/browser-files.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { createProjects } from '../projects/index.ts'
import { ServiceError } from '../service-error.ts'
import { mountAdminLinks } from './admin-links.ts'
import { createConsoleAuthenticate } from './authenticate.ts'
import { createProofCheck } from './check-proof.ts'
import { createChatModel } from './chat/chat-model.ts'
import { mountChat } from './chat/chat-routes.ts'
import type { ChatSettings } from './chat/chat-settings.ts'
import { createEvalReports } from './eval-reports.ts'
import { mountEvals } from './eval-routes.ts'
import { createFindOperator } from './find-operator.ts'
import { consoleMigrations } from './migrations.ts'
import { createProvider } from './provider.ts'
import { mountProvider } from './provider-routes.ts'
import type { ConsoleSignIn } from './read-settings.ts'
import { consoleRetention } from './retention.ts'
import { serveApp } from './serve-app.ts'
import { mountSession } from './session-routes.ts'
import { createConsoleSessions } from './sessions.ts'

type Needs = {
  projects: ReturnType<typeof createProjects>['api']
  rootKeys: string
  signIn: ConsoleSignIn | undefined
  /** The folder with reports of evaluations. */
  evalReports: string | undefined
  /** The model to chat with. */
  chat: ChatSettings | undefined
}

/** The console: its application, who may use it, and how its pages call the interface. */
export const createConsole = (platform: Platform, needs: Needs) => {
  const { projects, rootKeys, signIn } = needs
  const { publicUrl, ownUrls, clock } = platform
  const sessions = createConsoleSessions(platform)
  const files = createBrowserFiles({ packaged: 'assets/console', build: 'console/build.ts' })
  const checkProof = createProofCheck({ sessions, ownUrls, rootKeys, clock })
  const organization = async (): Promise<string> => {
    const [oldest] = await projects.listOrganizations(1)
    if (!oldest) throw new Error('There is no organization yet')
    return oldest.id
  }
  const findOperator = createFindOperator({ sessions, publicUrl, organization })
  const model = needs.chat && createChatModel(needs.chat)
  const reports = createEvalReports(needs.evalReports)
  const createLink = async (forMs: number): Promise<string> =>
    `${publicUrl()}/console#${await sessions.createLink(await organization(), { forMs })}`
  const provider =
    signIn &&
    createProvider(signIn, {
      ...platform,
      redirectUri: () => `${publicUrl()}/console/sign-in/callback`,
    })
  return {
    api: {
      /** Accepts keys, and the console's cookie in requests of its own pages. */
      authenticate: createConsoleAuthenticate({
        sessions,
        findProject: projects.get,
        publicUrl,
        byKey: projects.authenticate,
      }),
      /** The address of a one-time link that signs the owner of the first organization in. */
      createLink: () => createLink(12 * hourMs),
      checkProof,
    },
    migrations: consoleMigrations,
    retention: consoleRetention,
    ...(model && { close: model.close }),
    mounts: [
      (app, { onError, closing }) => {
        const named = signIn ? new URL(signIn.issuer).host : null
        mountSession(app, { sessions, publicUrl, signIn: { provider: named }, onError })
        mountAdminLinks(app, { checkProof, createLink, onError })
        if (provider) mountProvider(app, { ...platform, provider, sessions, organization, onError })
        mountChat(app, { findOperator, model, onError, closing })
        mountEvals(app, { findOperator, reports, onError })
        serveApp(app, files)
        // A person who opens the address of the service means the console; programs get the envelope.
        app.get('/', (context) =>
          /\btext\/html\b/.test(context.req.header('accept') ?? '')
            ? context.redirect('/console')
            : sendError(
                context,
                new ServiceError('not_found', 'There is no GET /', {
                  suggestedFix: 'The API is at /api/v3, and the console for people at /console',
                }),
              ),
        )
      },
    ],
  } satisfies Capability
}

export { linkProof } from './admin-links.ts'
export { proofFields, type CheckProof } from './check-proof.ts'
export { consoleVariables, readConsoleSettings, type ConsoleSettings } from './read-settings.ts'
