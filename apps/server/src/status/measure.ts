import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { api, bases, type StatusPart, statusParts, statusStates, type StatusState } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { ATTEMPTS as MAIL_ATTEMPTS } from '../mail/deliver.ts'
import { mailServerOf } from '../settings/mail-server.ts'
import type { Job } from '../jobs/runner.ts'
import { DAYS_SHOWN } from './report.ts'

const MINUTE_MS = 60_000
/** A longer pause means that nothing was there to measure: all parts count as down for it. */
const SILENT_MS = 3 * MINUTE_MS
const DAY_MS = 86_400_000

/** Of a minute's requests of a part: two or more that the server failed, and that share of all. */
const DISTURBED = { failed: 2, share: 0.05 }
const DOWN = { failed: 3, share: 0.5 }
/** Seconds from a change to its event on a live stream; one of the histogram's buckets. */
const LATE_EVENT_S = 5
/** Minutes that mail, a message or a fare may wait to be sent. */
const WAITS = { disturbed: 15, down: 120 }

/** Measures each part of the service by what this process's own metrics and the database tell, and keeps the last 90 days. */
export const measureStatus = (): Job => {
  let before = new Map<string, number>()
  return {
    name: 'status.measure',
    every: MINUTE_MS,
    run: async (deps) => {
      const now = await countsOf(deps.registry)
      const grown = (key: string): number => (now.get(key) ?? 0) - (before.get(key) ?? 0)
      const states = { ...(await fromDatabase(deps)) }
      for (const part of ['portal', 'booking', 'drivers', 'live'] as const)
        states[part] = worse(states[part] ?? 'working', ofShare(grown(`${part} failed`), grown(part)))
      before = now
      await store(deps, states)
    },
  }
}

type States = Partial<Record<StatusPart, StatusState>>

const worse = (a: StatusState, b: StatusState): StatusState =>
  statusStates.indexOf(a) > statusStates.indexOf(b) ? a : b

const ofShare = (failed: number, all: number): StatusState => {
  const reaches = (limit: typeof DOWN): boolean => failed >= limit.failed && failed >= all * limit.share
  return reaches(DOWN) ? 'down' : reaches(DISTURBED) ? 'disturbed' : 'working'
}

const booking = new Set([
  `${bases.ops}${api.searches.create.path}`,
  `${bases.ops}${api.serviceRequests.create.path}`,
  `${bases.ops}${api.serviceRequests.change.path}`,
])
const partOfRoute = (route: string): 'booking' | 'drivers' | 'portal' | null => {
  if (booking.has(route)) return 'booking'
  if (route.startsWith(bases.driver)) return 'drivers'
  return route.startsWith(bases.ops) ? 'portal' : null
}

/** Answers and failures of each part since the process started; of the live stream events, and those that came late. */
const countsOf = async (registry: Registry): Promise<Map<string, number>> => {
  const counts = new Map<string, number>()
  const add = (key: string, value: number): void => void counts.set(key, (counts.get(key) ?? 0) + value)
  const answers = await registry.getSingleMetric('http_answers_total')?.get()
  for (const { labels, value } of answers?.values ?? []) {
    const part = partOfRoute(String(labels['route']))
    if (part === null) continue
    add(part, value)
    if (labels['status'] === '5xx') add(`${part} failed`, value)
  }
  const lag = await registry.getSingleMetric('live_lag_seconds')?.get()
  for (const { labels, value, ...rest } of lag?.values ?? []) {
    const all = 'metricName' in rest && rest.metricName === 'live_lag_seconds_count'
    if (all) add('live', value)
    // What did not come in time: all but those up to the limit.
    if (all) add('live failed', value)
    if (labels['le'] === LATE_EVENT_S) add('live failed', -value)
  }
  return counts
}

/** Whether the database takes no changes, and for how many minutes the oldest has waited. */
type Found = { full: boolean; mail: number | null; messages: number | null; payments: number | null }

/** Parts that are in use, and what the database tells of them. */
const fromDatabase = async ({ db, streets, config, clock }: Deps): Promise<States> => {
  const waited = sql`extract(epoch from ${clock.wall()}::timestamptz - min(created_at))::float8 / 60`
  const waits = sql`(state in ('queued', 'sending') and channel is distinct from 'call' and due_at <= ${clock.now()})`
  // What is refused by itself, as for an address that does not exist, tells nothing of all else: what came later was sent.
  const { rows } = await sql<Found>`
    select current_setting('default_transaction_read_only') = 'on' as full,
      (select ${waited} from outbox_mails where sent_at is null and text is not null and attempts < ${MAIL_ATTEMPTS}
        and id > coalesce((select max(id) from outbox_mails where sent_at is not null), 0)) as mail,
      (select extract(epoch from ${clock.now()}::timestamptz - min(due_at))::float8 / 60 from (
        select due_at, ${waits} as waits, max(state_at) filter (where state in ('sent', 'delivered'))
          over (partition by channel order by id desc) as later_sent
        from messages where id >= (select min(id) from messages where ${waits})) m
        where waits and coalesce(later_sent <= due_at, true)) as messages,
      (select ${waited} from payments where state in ('due', 'processing') and next_attempt_at is not null)
        as payments`.execute(db)
  const { full = false, mail = null, messages = null, payments = null } = rows[0] ?? {}
  const hasMail = (await mailServerOf(db, config)) !== null
  const sends = hasMail || config.sms.kind !== 'off'
  return {
    portal: full ? 'disturbed' : 'working',
    booking: full || streets.current() === null ? 'down' : 'working',
    live: 'working',
    drivers: full ? 'down' : 'working',
    ...(sends ? { mail: worse(hasMail ? ofWait(mail) : 'working', ofWait(messages)) } : {}),
    ...(config.cards.kind === 'stripe' ? { payments: ofWait(payments) } : {}),
  }
}

const ofWait = (minutes: number | null): StatusState =>
  (minutes ?? 0) > WAITS.down ? 'down' : (minutes ?? 0) > WAITS.disturbed ? 'disturbed' : 'working'

/** Adds the time since the last measure to its days, in the state that was found then, and keeps what is found now. */
const store = ({ db, clock }: Deps, states: States): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = clock.wall()
    for (const part of statusParts) {
      const state = states[part]
      if (state === undefined) {
        await tx.deleteFrom('status_parts').where('part', '=', part).execute()
        continue
      }
      const last = await tx
        .selectFrom('status_parts')
        .select(['state', 'since', 'measured_at'])
        .where('part', '=', part)
        .executeTakeFirst()
      if (last !== undefined) {
        const silent = now.getTime() - last.measured_at.getTime() > SILENT_MS
        for (const { day, minutes } of daysBetween(last.measured_at, now))
          await addMinutes(tx, day, part, silent ? 'down' : last.state, minutes)
      }
      const since = last?.state === state ? last.since : now
      await tx
        .insertInto('status_parts')
        .values({ part, state, since, measured_at: now })
        .onConflict((known) => known.column('part').doUpdateSet({ state, since, measured_at: now }))
        .execute()
    }
    await tx
      .deleteFrom('status_days')
      .where(sql<boolean>`day < ${dayOf(new Date(now.getTime() - DAYS_SHOWN * DAY_MS))}::date`)
      .execute()
  })

type Transaction = Parameters<Parameters<ReturnType<Deps['db']['transaction']>['execute']>[0]>[0]

const addMinutes = async (
  tx: Transaction,
  day: string,
  part: StatusPart,
  state: StatusState,
  minutes: number,
): Promise<void> => {
  const disturbed = state === 'disturbed' ? minutes : 0
  const down = state === 'down' ? minutes : 0
  await tx
    .insertInto('status_days')
    .values({ day, part, disturbed_minutes: disturbed, down_minutes: down })
    .onConflict((known) =>
      known.columns(['day', 'part']).doUpdateSet({
        disturbed_minutes: sql`status_days.disturbed_minutes + ${disturbed}`,
        down_minutes: sql`status_days.down_minutes + ${down}`,
      }),
    )
    .execute()
}

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The days in UTC that a time touches, at most as many as are shown, with its minutes in each. */
export const daysBetween = (from: Date, to: Date): { day: string; minutes: number }[] => {
  const days = []
  const first = Math.max(from.getTime(), to.getTime() - DAYS_SHOWN * DAY_MS)
  for (let at = first; at < to.getTime();) {
    const end = Math.min(to.getTime(), (Math.floor(at / DAY_MS) + 1) * DAY_MS)
    days.push({ day: dayOf(new Date(at)), minutes: (end - at) / MINUTE_MS })
    at = end
  }
  return days
}
