import type { Client } from '../../client/index.ts'
import { chooseConfirmation } from './choose-confirmation.ts'

type Managed = Parameters<Client['sessions']['create']>[0]['body']['manage_connections']

/** Links that agents create require confirmation, as those of `session.authorize` do. */
export const toManageConnections = (given: Managed | null = true): Managed => {
  if (given === false) return false
  const managed = given === true || given === null ? { enable: true } : given
  return {
    ...managed,
    confirmation: chooseConfirmation(managed.confirmation, managed.callback_url),
  }
}
