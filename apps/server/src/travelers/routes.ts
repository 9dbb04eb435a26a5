import { api, type MessagesWanted, type OwnTimes, type QuietHours } from '@ambit/contract'
import type { Transaction } from 'kysely'
import { endResetLinks } from '../access/password-reset.ts'
import { hashPassword } from '../access/passwords.ts'
import { refuseTaken } from '../http/unique.ts'
import { requireBlockingReason } from '../http/acting.ts'
import type { Bind, Module } from '../http/bind.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { invalid, notFound } from '../http/errors.ts'
import {
  isRepresentative,
  refuseOthers,
  regionChosen,
  regionScope,
  requireBelonging,
  type Scope,
} from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { requireAids } from '../mobility-aids/queries.ts'
import { revokeAllSessions } from '../sessions/tokens.ts'
import { listTravelerRequests } from '../service-requests/queries.ts'
import { exemptionGuard } from './exempt.ts'
import { bindFeatures } from './features.ts'
import { leaveContact } from './leave-contact.ts'
import { bindProtection } from './protection.ts'
import { bindRestriction } from './restriction.ts'
import { similarTravelers } from './similar.ts'
import {
  findTraveler,
  frequentLocations,
  listTravelers,
  lockTraveler,
  mergedInto,
  placeNotes,
  seenTraveler,
} from './queries.ts'

export const routes: Module = (bind, deps) => {
  const { db, clock } = deps
  bind(api.travelers.list, ({ query, actor, hidden }) => listTravelers(db, regionScope(actor), query, hidden))

  bind(api.travelers.similar, async ({ query, actor, hidden }) => {
    const data = await similarTravelers(db, query, { scope: regionScope(actor), hidden, now: clock.now() })
    return { data, meta: { total: data.length, total_count: data.length } }
  })

  bind(api.travelers.show, async ({ params, actor }) => {
    const scope = regionScope(actor)
    const data = await findTraveler(db, scope, params.id)
    if (data !== undefined) return { data: isRepresentative(actor) ? withoutStaffs(data) : data }
    const kept = await mergedInto(db, scope, params.id)
    throw notFound(kept === undefined ? undefined : `This record was merged into passenger ${kept}`)
  })

  bind(api.travelers.create, async ({ body, actor, keep }) => {
    const guardExemption = await exemptionGuard(deps, actor)
    return db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      const region_id = regionChosen(scope, body.region_id)
      await requireBelonging(tx, scope, region_id)
      guardExemption(false, body.medically_exempt)
      await requireAids(tx, scope, body.mobility_aids, '/mobility_aids')
      requireEmail(body, null)
      await refuseTaken(tx, 'travelers', { username: body.username, email: body.email })
      const now = clock.now()
      const { id } = await tx
        .insertInto('travelers')
        .values({ ...columnsOf(body), region_id, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'travelers', id)
      return keep(tx, { data: (await findTraveler(tx, null, id))! }) // inserted above
    })
  })

  bind(api.travelers.update, async ({ params: { id }, body, version, actor }) => {
    const guardExemption = await exemptionGuard(deps, actor)
    return db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      const before = fresh(await lockTraveler(tx, scope, id), version)
      refuseOthers(scope, 'passenger', before)
      await requireBelonging(tx, scope, body.region_id)
      guardExemption(before.medically_exempt, body.medically_exempt)
      await requireNewAids(tx, scope, body.mobility_aids, before.mobility_aids)
      requireEmail(body, before)
      await refuseTaken(tx, 'travelers', { username: body.username, email: body.email }, id)
      requireBlockingReason(before.status, body.status)
      await tx
        .updateTable('travelers')
        .set({ ...columnsOf(body), updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await leaveContact(deps, tx, before, body)
      await recordChanged(tx, 'travelers', id)
      return { data: (await findTraveler(tx, null, id))! } // locked above
    })
  })

  bind(api.travelers.frequentLocations, async ({ params: { id }, actor }) => {
    await seenTraveler(db, regionScope(actor), id)
    return { data: { frequent_locations: await frequentLocations(db, regionScope(actor), id) } }
  })

  bind(api.travelers.serviceRequests, async ({ params: { id }, query, actor }) => {
    await seenTraveler(db, regionScope(actor), id)
    return listTravelerRequests(db, id, query, regionScope(actor))
  })

  bindPlaceNotes(bind, deps)
  bindPassword(bind, deps)
  bindFeatures(bind, deps)
  bindRestriction(bind, deps)
  bindProtection(bind, deps)
}

/** What is no representative's: what staff wrote of the passenger, and the passenger's cards. */
const withoutStaffs = <T extends { traveler_comments: unknown[]; payment_methods: unknown[] }>(details: T): T => ({
  ...details,
  traveler_comments: [],
  payment_methods: [],
})

const bindPlaceNotes = (bind: Bind, { db }: Deps): void => {
  bind(api.travelers.placeNotes, async ({ params: { id }, actor }) => {
    await seenTraveler(db, regionScope(actor), id)
    const data = await placeNotes(db, id)
    return { data, meta: { total: data.length, total_count: data.length } }
  })
}

const bindPassword = (bind: Bind, { db, clock }: Deps): void => {
  bind(api.travelers.resetPassword, async ({ params: { id }, body, actor }) => {
    const scope = regionScope(actor)
    refuseOthers(scope, 'passenger', await seenTraveler(db, scope, id))
    const password_hash = await hashPassword(body.newPassword)
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('travelers').set({ password_hash, updated_at: clock.now() }).where('id', '=', id).execute()
      await endResetLinks(tx, { kind: 'traveller', id }, clock.wall())
      await revokeAllSessions(tx, { kind: 'passenger', id })
      await recordChanged(tx, 'travelers', id)
    })
    return { data: { message: 'Password updated successfully.' } }
  })
}

type Contacts = { email?: string | null | undefined; phone_number?: string | null | undefined }
type Reached = { email: string | null; phone_number: string | null; phone_verified: boolean }

/** 422 where an e-mail address is missing: only who has a verified number, or has had none before, needs none. */
const requireEmail = ({ email, phone_number }: Contacts, before: Reached | null): void => {
  if (email !== null || before?.email === null) return
  const keepsNumber = phone_number === undefined || phone_number === before?.phone_number
  if (before?.phone_verified === true && keepsNumber) return
  throw invalid([{ pointer: '/email', detail: 'Please enter email address' }])
}

/** Those that the passenger has may be of a region that the caller does not see. */
const requireNewAids = async (
  tx: Transaction<DB>,
  scope: Scope,
  ids: readonly number[] = [],
  held: readonly number[],
): Promise<void> => {
  const added = ids.filter((id) => !held.includes(id))
  await requireAids(tx, scope, added, '/mobility_aids')
  if (added.length > 0) await requireAids(tx, null, ids, '/mobility_aids')
}

type Wishes = {
  message_channels?: MessagesWanted | undefined
  quiet_hours?: QuietHours | null | undefined
  own_times?: OwnTimes | null | undefined
}

const columnsOf = <T extends Wishes>({ message_channels, quiet_hours, own_times, ...columns }: T) => ({
  ...columns,
  ...(message_channels === undefined ? {} : { message_channels: JSON.stringify(message_channels) }),
  ...(quiet_hours === undefined ? {} : { quiet_hours: quiet_hours && JSON.stringify(quiet_hours) }),
  ...(own_times === undefined ? {} : { own_times: own_times && JSON.stringify(own_times) }),
})
