import { type Kysely, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { api, PermissionKey } from '@ambit/contract'
import { listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Actor } from '../http/bind.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { regionScope, visibleTravelers, visibleUsers } from '../http/scope.ts'
import { DEMO_MAIL_DOMAIN, isDemo } from '../settings/demo.ts'
import { isSuperior } from './rights.ts'

/**
 * Mail to the accounts that the reader may see. Text with a link or code is for its recipient alone, because it signs
 * its reader in as them; only the demo shows that of passengers, and that of its own accounts to those who may do as much.
 */
export const listOutbox = async (
  db: Kysely<DB>,
  actor: Actor,
  may: (key: PermissionKey) => boolean,
  query: z.output<typeof api.outbox.list.query>,
  hidden: Hidden,
) => {
  const scope = regionScope(actor)
  let found = db
    .selectFrom('outbox_mails as m')
    .leftJoin('users', 'users.id', 'm.user_id')
    .leftJoin('travelers', 'travelers.id', 'm.traveler_id')
    .select(['m.id', 'm.to', 'm.subject', 'm.text', 'm.sent_at', 'm.created_at', 'm.user_id', 'm.expires_at'])
    .select('m.traveler_id')
    // What tells of a ride is among the messages, for those who may read them.
    .where('m.message_id', 'is', null)
    .where(matches(query.search, hidden.has('contact') ? ['m.subject'] : ['m.to', 'm.subject']))
  if (!may('UserManagement:user:canRead')) found = found.where('m.user_id', 'is', null)
  if (!may('TravellerManagement:traveller:canRead')) found = found.where('m.traveler_id', 'is', null)
  // Where neither is known, only users of all regions are shown it.
  if (scope !== null) found = found.where(sql<SqlBool>`(${visibleUsers(scope)} or ${visibleTravelers(scope)})`)
  const { data, meta } = await listed(found, query, {}, sql.ref('m.id'))
  const demo = await isDemo(db)
  const superior = new Map<number, boolean>()
  const mails = []
  for (const { user_id, traveler_id, expires_at, ...mail } of data) {
    if (user_id !== null && !superior.has(user_id)) superior.set(user_id, await isSuperior(db, actor, user_id))
    const demoAccount = demo && mail.to.endsWith(`@${DEMO_MAIL_DOMAIN}`)
    // It calls its recipient by name.
    const named = traveler_id !== null && hidden.has('name')
    const ofPassenger = user_id === null && (demo || isSms(mail.to))
    const readable =
      !named && (expires_at === null || ofPassenger || (demoAccount && superior.get(user_id ?? 0) === false))
    mails.push({ ...mail, traveler_id, text: readable ? mail.text : null })
  }
  return { data: mails, meta }
}

/** One that may not leave the installation, because messages are only tried there. */
const isSms = (to: string): boolean => to.startsWith('+')
