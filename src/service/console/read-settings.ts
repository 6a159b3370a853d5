import { isPrivateConnection } from '../platform/is-private-connection.ts'

/** How people sign in to the console by an OpenID provider. */
export type ConsoleSignIn = {
  issuer: string
  clientId: string
  clientSecret?: string | undefined
  /** E-mail addresses, `@domain`s, and `group:name`s that may sign in. */
  allow: readonly string[]
  /** The claim that lists the groups of a person. */
  groupsClaim: string
}

type Variables = {
  PLUGBOARD_CONSOLE_ISSUER?: string | undefined
  PLUGBOARD_CONSOLE_CLIENT_ID?: string | undefined
  PLUGBOARD_CONSOLE_CLIENT_SECRET?: string | undefined
  PLUGBOARD_CONSOLE_ALLOW: string
  PLUGBOARD_CONSOLE_GROUPS_CLAIM: string
}

const maximumAllowed = 1_000

/** The provider with which people sign in, if there is one, or what is wrong with the settings. */
export const readConsoleSettings = (
  variables: Variables,
): { consoleSignIn?: ConsoleSignIn } | { problem: string } => {
  const { PLUGBOARD_CONSOLE_ISSUER: issuer, PLUGBOARD_CONSOLE_CLIENT_ID: clientId } = variables
  if (issuer === undefined) return {}
  if (!isPrivateConnection(new URL(issuer)))
    return { problem: `PLUGBOARD_CONSOLE_ISSUER is ${issuer}, which is not an https address` }
  if (clientId === undefined)
    return {
      problem:
        'PLUGBOARD_CONSOLE_CLIENT_ID is not set: register an application with the issuer, with the redirect URI <public URL>/console/sign-in/callback',
    }
  const allow = variables.PLUGBOARD_CONSOLE_ALLOW.split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (allow.length === 0)
    return {
      problem:
        'PLUGBOARD_CONSOLE_ALLOW is not set, so nobody could sign in: list e-mail addresses, @domains or group:names, separated by commas',
    }
  if (allow.length > maximumAllowed)
    return {
      problem: `PLUGBOARD_CONSOLE_ALLOW has more than ${maximumAllowed} entries: use a group`,
    }
  const wrong = allow.find((entry) => !/^(group:.+|@[^@\s]+\.[^@\s]+|[^@\s]+@[^@\s]+)$/.test(entry))
  if (wrong !== undefined)
    return {
      problem: `PLUGBOARD_CONSOLE_ALLOW contains "${wrong}", which is no e-mail address, @domain or group:name`,
    }
  return {
    consoleSignIn: {
      issuer,
      clientId,
      clientSecret: variables.PLUGBOARD_CONSOLE_CLIENT_SECRET,
      allow,
      groupsClaim: variables.PLUGBOARD_CONSOLE_GROUPS_CLAIM,
    },
  }
}
