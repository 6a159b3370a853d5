import { z } from 'zod'
import type { Recipe } from '../../../src/contract/recipe/recipe.ts'

const flow = z.object({
  authorizationUrl: z.string().optional(),
  tokenUrl: z.string().optional(),
  refreshUrl: z.string().optional(),
  scopes: z.record(z.string(), z.unknown()).default({}),
})

const scheme = z.object({
  type: z.string(),
  scheme: z.string().optional(),
  in: z.string().optional(),
  name: z.string().optional(),
  flows: z.record(z.string(), flow).optional(),
  // Of Swagger 2, where a scheme is a flow.
  flow: z.string().optional(),
  ...flow.shape,
})

const described = z.object({
  components: z.object({ securitySchemes: z.record(z.string(), scheme).default({}) }).optional(),
  securityDefinitions: z.record(z.string(), scheme).default({}),
})

export type DescribedAuth = {
  /** Flows that lead a user over a page, and those that do not. */
  codes: z.output<typeof flow>[]
  machines: z.output<typeof flow>[]
  isBearer: boolean
  isBasic: boolean
  keys: { in: string; name: string }[]
}

const codeFlows = new Set(['authorizationCode', 'accessCode', 'implicit'])
const machineFlows = new Set(['clientCredentials', 'application'])

/** What a description says of authentication. */
export const readDescribedAuth = (document: unknown): DescribedAuth => {
  const { components, securityDefinitions } = described.parse(document)
  const schemes = Object.values({ ...components?.securitySchemes, ...securityDefinitions })
  const flows = schemes.flatMap((each) => [
    ...Object.entries(each.flows ?? {}),
    ...(each.flow === undefined ? [] : [[each.flow, each] as const]),
  ])
  return {
    codes: flows.filter(([name]) => codeFlows.has(name)).map(([, each]) => each),
    machines: flows.filter(([name]) => machineFlows.has(name)).map(([, each]) => each),
    isBearer: schemes.some((each) => each.type === 'http' && /^bearer$/i.test(each.scheme ?? '')),
    isBasic: schemes.some(
      (each) =>
        each.type === 'basic' || (each.type === 'http' && /^basic$/i.test(each.scheme ?? '')),
    ),
    keys: schemes.flatMap((each) =>
      each.type === 'apiKey' ? [{ in: each.in ?? '', name: each.name ?? '' }] : [],
    ),
  }
}

/** Whether a description names the scheme of a recipe. */
export const isDescribed = (
  { scheme }: Recipe['auth'][number],
  { codes, machines, keys, isBasic, isBearer }: DescribedAuth,
): boolean => {
  if (scheme === 'OAUTH2') return codes.length > 0
  if (scheme === 'S2S_OAUTH2') return machines.length > 0
  if (scheme === 'BASIC') return isBasic
  return scheme === 'BEARER_TOKEN' ? isBearer : scheme === 'API_KEY' && keys.length > 0
}
