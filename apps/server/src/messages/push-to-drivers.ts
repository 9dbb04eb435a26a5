import { type Kysely, sql } from 'kysely'
import type { MessageLanguage } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { shownSettings } from '../settings/shown.ts'
import { leaving } from './mode.ts'
import { languageOf } from './languages.ts'
import type { Push, PushAnswer } from './push/call.ts'

const TTL_S = 15 * 60
/** A device that has told its place so lately has the app open, which shows what is new itself. Seconds */
const OPEN_S = 15

type Due = { trip_id: number; kind: 'plan' | 'message'; driver_id: number; trip_name: string }

/** Names nobody and says nothing of what was written: the screen may be locked. */
const words: Readonly<Record<MessageLanguage, Readonly<Record<Due['kind'], string>>>> = {
  en: { plan: 'Your plan has changed', message: 'New message from dispatch' },
  de: { plan: 'Ihr Plan hat sich geändert', message: 'Neue Nachricht der Leitstelle' },
  es: { plan: 'Su plan ha cambiado', message: 'Nuevo mensaje de la central' },
}

/**
 * Tells drivers whose app is not open that there is something new in it. It is told once: the app asks for changes
 * itself as soon as it is opened.
 */
export const pushToDrivers = async (
  deps: Deps,
  push: (driverId: number, push: Push) => Promise<PushAnswer[]>,
): Promise<void> => {
  const due = await takeDue(deps.db, deps.clock.now())
  if (due.length === 0) return
  const { locale } = await shownSettings(deps.db, deps.config)
  const mayLeave = await leaving(deps)
  const texts = words[languageOf(locale)]
  await Promise.all(
    due.map(async ({ trip_id, kind, driver_id, trip_name, email }) => {
      if (!mayLeave(email ?? '')) return
      const topic = `${kind}-${trip_id}`
      const payload = { title: texts[kind], text: trip_name, link: '/Drive', topic, shown: null }
      await push(driver_id, { payload, ttl: TTL_S, urgent: true })
    }),
  )
}

const takeDue = async (db: Kysely<DB>, now: Date): Promise<(Due & { email: string | null })[]> => {
  const { rows } = await sql<Due & { email: string | null }>`
    with taken as (
      delete from driver_pushes where (trip_id, kind) in (
        select trip_id, kind from driver_pushes where due_at <= ${now} for update skip locked)
      returning trip_id, kind)
    select k.trip_id, k.kind, t.driver_id, t.name as trip_name, d.email
    from taken k join trips t on t.id = k.trip_id join drivers d on d.id = t.driver_id
      left join trip_monitors p on p.trip_id = t.id
    where coalesce(p.recorded_at <= ${now}::timestamptz - ${OPEN_S} * interval '1 second', true)
      and (k.kind = 'plan' or exists (select from driver_messages m where m.trip_id = t.id and m.driver_id = t.driver_id
        and m.sender = 'dispatch' and m.delivered_at is null))`.execute(db)
  return rows
}
