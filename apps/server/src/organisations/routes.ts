import { api } from '@ambit/contract'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { regionScope, requireRegion, userIdOf } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findPlace } from '../places/queries.ts'
import { findServiceRequests } from '../service-requests/queries.ts'
import { bindConsents } from './consents.ts'
import {
  findOrganisation,
  isTaken,
  listOrganisations,
  lockOrganisation,
  readOrganisation,
  unconsentedBookings,
} from './queries.ts'

/** Whether the caller is told what becomes of the rides that the own organisation books. */
const bindRepresentativeMessages: Module = (bind, { db, clock }) => {
  const toldOf = async (reader: Kysely<DB>, id: number | null) => {
    const user = await reader
      .selectFrom('users')
      .where('id', '=', id)
      .select('told_of_bookings')
      .executeTakeFirstOrThrow()
    return { data: { told: user.told_of_bookings } }
  }
  bind(api.representativeMessages.show, ({ actor }) => toldOf(db, userIdOf(actor)))

  bind(api.representativeMessages.update, ({ body: { told }, actor }) =>
    db.transaction().execute(async (tx) => {
      const id = userIdOf(actor)
      await tx
        .updateTable('users')
        .set({ told_of_bookings: told, updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      if (id !== null) await recordChanged(tx, 'users', id)
      return toldOf(tx, id)
    }),
  )
}

/** Care homes, clinics and schools that book for passengers who have consented to it. */
export const routes: Module = (bind, deps) => {
  const { db, clock } = deps

  bind(api.organisations.list, ({ query, actor }) => listOrganisations(db, regionScope(actor), query, clock.now()))

  bind(api.organisations.show, async ({ params: { id }, actor }) => {
    const data = await readOrganisation(db, regionScope(actor), id, clock.now())
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.organisations.create, ({ body: { contacts, ...fields }, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      await requireRegion(tx, regionScope(actor), fields.region_id)
      await requireFit(tx, fields.region_id, fields, null)
      const now = clock.now()
      const { id } = await tx
        .insertInto('organisations')
        .values({ ...fields, contacts: JSON.stringify(contacts), created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'organisations', id)
      return keep(tx, { data: (await readOrganisation(tx, null, id, now))! }) // inserted above
    }),
  )

  bind(api.organisations.update, ({ params: { id }, body: { contacts, ...fields }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const current = fresh(await lockOrganisation(tx, regionScope(actor), id), version)
      await requireFit(tx, current.region_id, fields, id)
      const now = clock.now()
      await tx
        .updateTable('organisations')
        .set({
          ...fields,
          ...(contacts === undefined ? {} : { contacts: JSON.stringify(contacts) }),
          updated_at: now,
        })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'organisations', id)
      return { data: (await readOrganisation(tx, null, id, now))! } // locked above
    }),
  )

  bind(api.organisations.destroy, ({ params: { id }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      fresh(await lockOrganisation(tx, regionScope(actor), id), version)
      await refuseRepresented(tx, id)
      await recordChanged(tx, 'organisations', id)
      await tx.deleteFrom('organisations').where('id', '=', id).execute()
      return undefined
    }),
  )

  bind(api.organisations.bookingsAhead, async ({ params: { id }, actor }) => {
    if ((await findOrganisation(db, regionScope(actor), id)) === undefined) throw notFound()
    const data = await findServiceRequests(db, await unconsentedBookings(db, id, clock.now()))
    return { data, meta: { total: data.length, total_count: data.length } }
  })

  bindConsents(bind, deps)
  bindRepresentativeMessages(bind, deps)
}

type Fields = { name?: string | undefined; place_id?: number | null | undefined }

/** Throws 422 for a name that the region has already, and for a place that is not in its place book. */
const requireFit = async (
  db: Kysely<DB>,
  region: number,
  { name, place_id }: Fields,
  except: number | null,
): Promise<void> => {
  const errors = []
  if (name !== undefined && (await isTaken(db, region, name, except)))
    errors.push({ pointer: '/name', detail: 'The region has an organisation of that name already' })
  if (place_id != null && (await findPlace(db, [region], place_id)) === undefined)
    errors.push({ pointer: '/place_id', detail: 'There is no such place in the place book of this region' })
  if (errors.length > 0) throw invalid(errors)
}

/** Throws 409 while users represent it: what they see hangs on it. */
const refuseRepresented = async (tx: Transaction<DB>, id: number): Promise<void> => {
  const users = await tx
    .selectFrom('users')
    .select('username')
    .where('organisation_id', '=', id)
    .orderBy('id')
    .execute()
  if (users.length > 0)
    throw conflict(
      `Users represent this organisation: ${users.map(({ username }) => username).join(', ')}. Please let them represent another one, or none, first`,
    )
}
