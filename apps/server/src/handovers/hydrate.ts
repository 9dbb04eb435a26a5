import { type Kysely, sql } from 'kysely'
import type { Brief, BriefItem } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { findExceptions } from '../exceptions/queries.ts'
import type { Hidden } from '../http/mask-plans.ts'
import type { Wire } from '../http/bind.ts'
import type { StoredBrief, StoredItem } from '../database/exception-tables.ts'

type Facts = Omit<Wire<BriefItem>, keyof StoredItem | 'exception'>
type Found = Facts & { id: number }

const nothing: Facts = {
  service_request_id: null,
  traveler_id: null,
  traveler_name: null,
  vehicle_number: null,
  zone_name: null,
  time_zone: null,
  by: null,
  text: null,
}

const person = (table: string) => sql`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`
const traveler = sql`t.id as traveler_id, t.first_name || ' ' || left(t.last_name, 1) || '.' as traveler_name`
/** of no booking */
const nobody = sql`null::int as service_request_id, null::int as traveler_id, null as traveler_name`
const zone = sql`z.name as zone_name, z.time_zone`

/** By the kind of key: what is told of its rows now. Those of removed records are told of by their moments alone. */
const sources: Readonly<Record<string, (ids: readonly number[]) => ReturnType<typeof sql<Found>>>> = {
  booking: (ids) => sql<Found>`
    select r.id, r.id as service_request_id, ${traveler}, v.vehicle_number, ${zone}, null as by, null as text
    from service_requests r join travelers t on t.id = r.traveler_id join zones z on z.id = r.zone_id
    left join trips on trips.id = r.trip_id left join vehicles v on v.id = trips.vehicle_id
    where r.id = any(${ids}::int[])`,
  pin: (ids) => sql<Found>`
    select p.id, r.id as service_request_id, ${traveler}, v.vehicle_number, ${zone}, ${person('u')} as by, p.reason as text
    from booking_pins p join service_requests r on r.id = p.service_request_id join travelers t on t.id = r.traveler_id
    join zones z on z.id = r.zone_id left join trips on trips.id = r.trip_id
    left join vehicles v on v.id = trips.vehicle_id left join users u on u.id = p.user_id
    where p.id = any(${ids}::int[])`,
  pause: (ids) => sql<Found>`
    select p.id, ${nobody}, v.vehicle_number, ${zone},
      ${person('u')} as by, p.reason as text
    from vehicle_pauses p join trips on trips.id = p.trip_id join zones z on z.id = trips.zone_id
    left join vehicles v on v.id = trips.vehicle_id left join users u on u.id = p.user_id
    where p.id = any(${ids}::int[])`,
  closure: (ids) => sql<Found>`
    select c.id, ${nobody}, null as vehicle_number,
      g.name as zone_name, g.time_zone, ${person('u')} as by, c.message as text
    from road_closures c join regions g on g.id = c.region_id left join users u on u.id = c.created_by
    where c.id = any(${ids}::int[])`,
  note: (ids) => sql<Found>`
    select c.id, ${nobody}, v.vehicle_number, ${zone},
      ${person('u')} as by, c.note as text
    from exception_changes c join exceptions e on e.id = c.exception_id left join zones z on z.id = e.zone_id
    left join trips on trips.id = e.trip_id left join vehicles v on v.id = trips.vehicle_id
    left join users u on u.id = c.user_id
    where c.id = any(${ids}::bigint[])`,
  override: (ids) => sql<Found>`
    select o.id, ${nobody}, v.vehicle_number, ${zone},
      ${person('u')} as by, o.reason as text
    from overrides o join zones z on z.id = o.zone_id left join trips on trips.id = o.trip_id
    left join vehicles v on v.id = trips.vehicle_id left join users u on u.id = o.asked_by
    where o.id = any(${ids}::int[])`,
  action: (ids) => sql<Found>`
    select a.id, ${nobody}, null as vehicle_number,
      g.name as zone_name, g.time_zone, ${person('u')} as by, a.title as text
    from dispatch_actions a join regions g on g.id = a.region_id left join users u on u.id = a.user_id
    where a.id = any(${ids}::int[])`,
  schedule: (ids) => sql<Found>`
    select s.id, ${nobody}, v.vehicle_number, ${zone},
      null as by, null as text
    from service_plans s join zones z on z.id = s.zone_id left join vehicles v on v.id = s.vehicle_id
    where s.id = any(${ids}::int[])`,
}
const sourceOf = (kind: string): string => (kind === 'no_vehicle' || kind === 'no_driver' ? 'schedule' : kind)

const partsOf = (key: string): [kind: string, id: number] => {
  const [kind = '', id = ''] = key.split(':')
  return [kind, Number(id)]
}

/** Names and texts as they are now: nobody's is kept in a brief. What people wrote is not for those who see no names. */
export const hydrate = async (
  db: Kysely<DB>,
  { since, content, hidden }: { since: Date; content: StoredBrief; hidden: Hidden },
): Promise<Wire<Brief>> => {
  const ids = Map.groupBy(
    content.flatMap(({ items }) => items.map(({ key }) => partsOf(key))),
    ([kind]) => sourceOf(kind),
  )
  const known = new Map<string, Facts>()
  for (const [kind, found] of ids) {
    const source = sources[kind]
    if (source === undefined) continue
    const { rows } = await source([...new Set(found.map(([, id]) => id))]).execute(db)
    for (const { id, ...facts } of rows) known.set(`${kind}:${id}`, facts)
  }
  const exceptions = new Map(
    (
      await findExceptions(
        db,
        (ids.get('exception') ?? []).map(([, id]) => id),
      )
    ).map((one) => [one.id, one]),
  )
  const wordless = hidden.has('name')
  return {
    since: since.toISOString(),
    sections: content.map(({ section, total, items }) => ({
      section,
      total,
      items: items.map(({ severity, state, ...item }) => {
        const [kind, id] = partsOf(item.key)
        const now = kind === 'exception' ? exceptions.get(id) : undefined
        const facts = known.get(`${sourceOf(kind)}:${id}`) ?? nothing
        const exception =
          now === undefined
            ? null
            : {
                ...now,
                severity: severity ?? now.severity,
                state: state ?? now.state,
                ...(wordless ? { text: null, note: null } : {}),
              }
        return { ...item, ...facts, ...(wordless ? { text: null } : {}), exception }
      }),
    })),
  }
}
