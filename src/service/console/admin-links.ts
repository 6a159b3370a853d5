import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { readBody, sendError, type Environment, type OnError } from '../endpoint/index.ts'
import { minuteMs } from '../platform/clock.ts'
import { proofFields, type CheckProof } from './check-proof.ts'

type Parts = {
  checkProof: CheckProof
  createLink: (forMs: number) => Promise<string>
  onError: OnError
}

/** What a proof is about; `plugboard admin link` computes the same text. */
export const linkProof = {
  purpose: 'console link',
  toText: ({ at, nonce, url }: { at: string; nonce: string; url: string }): string =>
    JSON.stringify([at, nonce, url]),
}

const request = z.object(proofFields)

const linkMs = 10 * minuteMs

/**
 * `POST /console/links`: gives a one-time link to whoever proves to have the root key of the service,
 * which is never sent.
 */
export const mountAdminLinks = (app: Hono<Environment>, parts: Parts): void => {
  app.post('/console/links', async (context) => {
    context.header('cache-control', 'no-store')
    try {
      const given = request.safeParse(await readBody(context, 4096)).data
      await parts.checkProof(
        linkProof.purpose,
        given && { ...given, text: linkProof.toText(given) },
      )
      return context.json({ url: await parts.createLink(linkMs) }, 201)
    } catch (thrown) {
      return sendError(context, thrown, undefined, () => report(parts, context, thrown))
    }
  })
}

const report = ({ onError }: Parts, context: Context<Environment>, thrown: unknown) =>
  onError(thrown, { requestId: context.get('requestId'), operation: 'console.link' })
