import { api, MOST_INCIDENT_UPDATES } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { regionScope } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findIncident, listIncidents, lockIncident } from './queries.ts'

/** Times of incidents are those of the wall: they tell of the installation, not of a demo's day. */
export const routes: Module = (bind, { db, clock }) => {
  bind(api.statusIncidents.list, ({ query, actor }) => listIncidents(db, clock.wall(), regionScope(actor), query))

  bind(api.statusIncidents.show, async ({ params, actor }) => {
    const data = await findIncident(db, clock.wall(), regionScope(actor), params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.statusIncidents.create, ({ body: { text, ...fields }, keep }) =>
    db.transaction().execute(async (tx) => {
      const now = clock.wall()
      const starts_at = fields.starts_at ?? now.toISOString()
      requireOrder({ ...fields, starts_at })
      await requireRegion(tx, fields.region_id)
      const updates = JSON.stringify([{ at: now.toISOString(), text }])
      const { id } = await tx
        .insertInto('status_incidents')
        .values({ ...fields, starts_at, updates, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'status_incidents', id)
      return keep(tx, { data: (await findIncident(tx, now, null, id))! }) // inserted above
    }),
  )

  bind(api.statusIncidents.update, ({ params: { id }, body: { text, over, ...told }, version }) =>
    db.transaction().execute(async (tx) => {
      const now = clock.wall()
      const current = fresh(await lockIncident(tx, now, id), version)
      const fields = over === undefined ? told : { ...told, ends_at: now.toISOString() }
      const starts_at = fields.starts_at ?? current.starts_at.toISOString()
      const ends_at = fields.ends_at === undefined ? (current.ends_at?.toISOString() ?? null) : fields.ends_at
      requireOrder({ starts_at, ends_at })
      await requireRegion(tx, fields.region_id)
      const updates = text === undefined ? current.updates : [...current.updates, { at: now.toISOString(), text }]
      if (updates.length > MOST_INCIDENT_UPDATES)
        throw invalid([{ pointer: '/text', detail: `An incident has at most ${MOST_INCIDENT_UPDATES} updates` }])
      // Those of the region that it was in hear of it as well.
      await recordChanged(tx, 'status_incidents', id)
      await tx
        .updateTable('status_incidents')
        .set({ ...fields, updates: JSON.stringify(updates), updated_at: now })
        .where('id', '=', id)
        .execute()
      if (fields.region_id !== undefined) await recordChanged(tx, 'status_incidents', id)
      return { data: (await findIncident(tx, now, null, id))! } // locked above
    }),
  )

  bind(api.statusIncidents.destroy, ({ params: { id }, version }) =>
    db.transaction().execute(async (tx) => {
      fresh(await lockIncident(tx, clock.wall(), id), version)
      await recordChanged(tx, 'status_incidents', id)
      await tx.deleteFrom('status_incidents').where('id', '=', id).execute()
      return undefined
    }),
  )
}

const requireOrder = ({ starts_at, ends_at }: { starts_at: string; ends_at?: string | null | undefined }): void => {
  if (ends_at != null && Date.parse(ends_at) <= Date.parse(starts_at))
    throw invalid([{ pointer: '/ends_at', detail: 'It must end after it begins' }])
}

type Transaction = Parameters<typeof recordChanged>[0]

const requireRegion = async (tx: Transaction, id: number | null | undefined): Promise<void> => {
  if (id == null) return
  const found = await tx.selectFrom('regions').select('id').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw invalid([{ pointer: '/region_id', detail: 'There is no such region' }])
}
