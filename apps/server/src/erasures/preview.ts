import { type Kysely, sql } from 'kysely'
import type { ErasurePreview } from '@ambit/contract'
import { objectionOf } from '../privacy-requests/queries.ts'
import { holdsOnTraveler } from '../holds/queries.ts'
import type { DB } from '../database/schema.ts'

type Counts = Record<
  'comments' | 'cards' | 'concessions' | 'searches' | 'journeys' | 'mails' | 'messages' | 'events',
  number
>
type Open = Record<'ahead' | 'on_board' | 'unpaid', number>

/** What erasing the passenger would take away, what it leaves, and what is in the way. */
export const previewErasure = async (db: Kysely<DB>, id: number, now: Date): Promise<ErasurePreview> => {
  const { rows } = await sql<Counts & Open>`
    select
      (select count(*) from traveler_comments where traveler_id = ${id}) as comments,
      (select count(*) from payment_methods where traveler_id = ${id}) as cards,
      (select count(*) from traveler_concessions where traveler_id = ${id}) as concessions,
      (select count(*) from service_availability_searches where traveler_id = ${id}) as searches,
      (select count(*) from service_requests where traveler_id = ${id}) as journeys,
      (select count(*) from outbox_mails where traveler_id = ${id}) as mails,
      (select count(*) from messages where traveler_id = ${id}) as messages,
      (select count(*) from audit_events where record_kind = 'travelers' and record_id = ${String(id)}) as events,
      count(*) filter (where status in ('created', 'assigned', 'unassigned', 'secured')) as ahead,
      count(*) filter (where status = 'on_board') as on_board,
      count(*) filter (where exists (select from payments p
        where p.service_request_id = r.id and p.state in ('due', 'processing', 'action_needed'))) as unpaid
    from service_requests r where traveler_id = ${id}`.execute(db)
  const { ahead, on_board, unpaid, ...counts } = rows[0]! // counts answer one row
  const obstacles = [
    ...obstaclesTo({ ahead, on_board, unpaid }),
    ...((await objectionOf(db, id)) ? ['An objection of the passenger is being decided'] : []),
    ...(await holdsOnTraveler(db, id, now)),
  ]
  return { removed: removedBy(counts), kept: [...kept], obstacles }
}

const removedBy = ({ comments, cards, concessions, searches, journeys, mails, messages, events }: Counts) =>
  [
    { what: 'Name, username, e-mail, phone and password', count: 1 },
    { what: 'Comments', count: comments },
    { what: 'Saved cards, also at the card provider', count: cards },
    { what: 'Concessions', count: concessions },
    { what: 'Names, doors and texts of journeys', count: journeys },
    { what: 'Doors of searches', count: searches },
    { what: 'Mails', count: mails },
    { what: 'Messages about journeys', count: messages },
    { what: 'Values in the audit', count: events },
  ].filter(({ count }) => count > 0)

const kept = [
  {
    what: 'Journeys as figures: zone, times, stops, fare and needs',
    reason: 'Reports and accounts need them, and they name nobody',
  },
  {
    what: 'What the passenger asked for about this data, and when it was answered',
    reason: 'It shows that the request was answered in time; the texts go',
  },
  { what: 'That the record was changed, when and by whom', reason: 'The audit is sealed; it holds no values any more' },
  {
    what: 'Backups made before',
    reason: 'They run out by themselves, and a restore erases the passenger again',
  },
] as const

const obstaclesTo = ({ ahead, on_board, unpaid }: Open): string[] => [
  ...(on_board > 0 ? ['The passenger is on board'] : []),
  ...(ahead > 0 ? [ahead === 1 ? 'One journey is still ahead' : `${ahead} journeys are still ahead`] : []),
  ...(unpaid > 0 ? ['A fare is still open'] : []),
]
