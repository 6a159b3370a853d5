import { canariesIn, idsIn, madeSecretsIn, secretsIn } from './isolation-model-canaries.ts'
import type { Party, World } from './isolation-model-world.ts'

/**
 * Opens an address that needs no key, or one much like it, and says what is wrong with the answer:
 * the file of some project, or a page for its user.
 *
 * Who has the address may see what lies there, but nothing of anybody else's; what is like it leads
 * nowhere.
 */
export const visit = async (
  world: World,
  serviceUrl: string,
): Promise<{ operation: string; succeeded: boolean; problems: string[] }> => {
  const kind = world.choose(['files', 'connect', 'approve']) ?? 'files'
  const operation = `GET /${kind}`
  const party = world.choose(world.projects())
  const token = party && world.pick(kind, party, 0)
  if (!party || token === undefined) return { operation, succeeded: false, problems: [] }
  const isGuess = world.random() < 0.2
  const path = `/${kind}/${isGuess ? otherwise(token) : token}`
  const response = await fetch(serviceUrl + path, {
    signal: AbortSignal.timeout(15_000),
    redirect: 'manual',
  })
  const text = await response.text()
  const problems = [
    ...(response.status >= 500 ? [`status ${response.status}`] : []),
    ...(isGuess && response.status < 400 ? ['leads somewhere'] : []),
    ...namesIn(text)
      .filter((name) => isForeign(world, party, name))
      .map((name) => `shows ${name} of ${world.ownerOf(name)?.tag}`),
    // What a third party put into a file is as it came, and this one repeats what it was sent.
    ...secretsIn(text)
      .filter((secret) => secret !== token && !(kind === 'files' && ownSecret(party, secret)))
      .map((secret) => `shows the secret ${secret}`),
  ]
  return {
    operation,
    succeeded: response.status === 200,
    problems: problems.map(
      (problem) =>
        `${path} of ${party.tag}: ${response.status}, ${problem}: ${text.slice(0, 2000)}`,
    ),
  }
}

const otherwise = (token: string): string => token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')

const namesIn = (text: string): string[] => [
  ...canariesIn(text).map((canary) => canary.text),
  ...idsIn(text),
  ...madeSecretsIn(text),
]

const isForeign = (world: World, party: Party, name: string): boolean => {
  const owner = world.ownerOf(name)
  return (
    owner !== undefined && owner !== party && owner !== party.organization && !party.said.has(name)
  )
}

export const ownSecret = ({ tag }: Party, secret: string): boolean =>
  canariesIn(secret).some((canary) => canary.tag === tag)
