import { resolve } from 'node:path'
import { z } from 'zod'
import { isPrivateConnection } from '../platform/is-private-connection.ts'
import type { OutboundProxy } from '../platform/outbound/index.ts'
import { readChatSettings, type ChatSettings } from './chat/chat-settings.ts'

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

/** What an operator can configure of the console. */
export type ConsoleSettings = {
  /** The OpenID provider with which people sign in; absent: one-time links only. */
  consoleSignIn?: ConsoleSignIn
  /** Folder with reports of `plugboard eval` that the console shows; absent: none. */
  evalReportFolder?: string
  /** The model to chat with in the playground; absent: none. */
  chat?: ChatSettings
}

/** The settings of the console. */
export const consoleVariables = {
  PLUGBOARD_CONSOLE_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  PLUGBOARD_CONSOLE_CLIENT_ID: z.string().optional(),
  PLUGBOARD_CONSOLE_CLIENT_SECRET: z.string().optional(),
  PLUGBOARD_CONSOLE_ALLOW: z.string().default(''),
  PLUGBOARD_CONSOLE_GROUPS_CLAIM: z.string().min(1).default('groups'),
  PLUGBOARD_EVAL_REPORTS: z.string().optional(),
  PLUGBOARD_CHAT_MODEL: z.string().optional(),
  PLUGBOARD_CHAT_KEY: z.string().optional(),
  PLUGBOARD_CHAT_URL: z.url({ protocol: /^https?$/ }).optional(),
}

type Variables = z.infer<z.ZodObject<typeof consoleVariables>> & {
  PLUGBOARD_OUTBOUND_PROXY?: OutboundProxy | undefined
}

const maximumAllowed = 1_000

type Problem = { problem: string }

/** Reads the settings of the console, or returns what is wrong with them. */
export const readConsoleSettings = (variables: Variables): ConsoleSettings | Problem => {
  const signIn = readSignIn(variables)
  const { PLUGBOARD_EVAL_REPORTS: folder } = variables
  if ('problem' in signIn) return signIn
  const chat = readChatSettings(variables)
  if ('problem' in chat) return chat
  return { ...signIn, ...chat, ...(folder !== undefined && { evalReportFolder: resolve(folder) }) }
}

/** The provider with which people sign in, if there is one. */
const readSignIn = (variables: Variables): Pick<ConsoleSettings, 'consoleSignIn'> | Problem => {
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
