import { flatDistance } from '@ambit/geo'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { pass, raise } from '../exceptions/raise.ts'
import { conflict, HttpError } from '../http/errors.ts'
import { keepNothing } from '../http/idempotency.ts'
import { service } from '../http/scope.ts'
import type { Job } from '../jobs/runner.ts'
import { recordChanged } from '../live/record-changed.ts'
import { mailNote } from '../messages/mail-note.ts'
import { endOpenReturn } from '../open-returns/store/end.ts'
import { lockOpenReturn } from '../open-returns/store/queries.ts'
import { toSeconds } from '../planning/plan/types.ts'
import { createSearch, timeThatWorks } from '../searches/create.ts'
import { askerOf } from '../searches/question.ts'
import { sameAnswerKey } from '../searches/same-answer.ts'
import { requireApart } from '../service-requests/beside.ts'
import { confirmOffering } from '../service-requests/confirm.ts'
import { endEntry, subjectOf } from './store/end.ts'
import {
  bookedSince,
  destinationOf,
  entriesDue,
  type EntryRow,
  lockEntry,
  originOf,
  waitingIn,
  zonesWaiting,
} from './store/queries.ts'

/** A zone whose plan has changed is looked at again after this, at the soonest, and one that has not after that. ms */
const SOONEST_MS = 20_000
const LATEST_MS = 5 * 60_000
/** Where nothing is known to have changed it is searched all the same after this: making room is not sought to the last. ms */
const AGAIN_MS = 60 * 60_000
/** Ends of two rides that are nearer to each other are the same place. */
const SAME_M = 150

/** For what entries nothing was found, by what that followed from, and when. */
type Nothing = Map<number, { key: string; at: number }>

/**
 * Serves the waiting lists: after each change of a zone's plan, and every five minutes, those that wait are looked at in
 * their order: those who fit are booked, or called first. What does not fit keeps its place until it is given up. Where the
 * answer can only be what it was, nothing is searched.
 */
export const serveWaiting = (): Job => {
  const looked = new Map<number, { version: number; at: number }>()
  const nothing: Nothing = new Map()
  const zonesDue = async ({ db, clock, streets }: Deps): Promise<number[]> => {
    if (streets.current() === null) return []
    const at = clock.now().getTime()
    const zones = await zonesWaiting(db)
    for (const id of looked.keys()) if (!zones.some(({ zone_id }) => zone_id === id)) looked.delete(id)
    const due = zones.filter(({ zone_id, version }) => {
      const last = looked.get(zone_id)
      return last === undefined || at - last.at >= (last.version === version ? LATEST_MS : SOONEST_MS)
    })
    for (const { zone_id, version } of due) looked.set(zone_id, { version, at })
    return due.map(({ zone_id }) => zone_id)
  }
  return {
    name: 'waitlist.serve',
    every: 5000,
    run: async (deps, signal) => {
      const failures: unknown[] = []
      // One that cannot be dealt with keeps no other waiting.
      const each = async (entries: readonly EntryRow[], work: (entry: EntryRow) => Promise<void>): Promise<void> => {
        for (const entry of entries)
          if (!signal.aborted) await work(entry).catch((error: unknown) => failures.push(error))
      }
      await each(await entriesDue(deps.db, deps.clock.now()), (entry) => giveUp(deps, entry))
      for (const zoneId of await zonesDue(deps))
        await each(await waitingIn(deps.db, zoneId, deps.clock.now()), (entry) => serve(deps, entry, nothing))
      const since = deps.clock.now().getTime() - AGAIN_MS
      for (const [id, { at }] of nothing) if (at <= since) nothing.delete(id)
      if (failures.length > 0) throw new AggregateError(failures, 'Entries of the waiting list could not be dealt with')
    },
  }
}

const serve = async (deps: Deps, entry: EntryRow, nothing: Nothing): Promise<void> => {
  const booked = await bookedOtherwise(deps, entry)
  if (booked !== null) return endAs(deps, entry, booked)
  const key = await keyOf(deps, entry)
  const [at, known] = [deps.clock.now().getTime(), nothing.get(entry.id)]
  if (key !== null && known?.key === key && at - known.at < AGAIN_MS) return
  nothing.delete(entry.id)
  const { statistics } = deps.planning
  const missed = statistics.rooms_missed
  const time = await acceptableTime(deps, entry)
  if (time === null && key !== null && statistics.rooms_missed === missed) nothing.set(entry.id, { key, at })
  if (time === null) return entry.fits_at === null ? undefined : fitsNoLonger(deps, entry)
  if (entry.mode === 'ask' || entry.low_tech) return ask(deps, entry, time)
  await bookAt(deps, entry, time).catch((error: unknown) => {
    // It was taken meanwhile, or the passenger may not have it: the entry keeps its place.
    if (!(error instanceof HttpError)) throw error
    deps.log.info(
      { waitlist_entry_id: entry.id, reason: error.message },
      'an entry of the waiting list could not be booked',
    )
  })
}

/** The ride was booked for the passenger, with everybody, in another way. */
const bookedOtherwise = async ({ db }: Deps, entry: EntryRow): Promise<number | null> => {
  const [from, to] = [originOf(entry).point, destinationOf(entry).point]
  const same = (await bookedSince(db, entry.traveler_id, entry.created_at)).find((ride) => {
    const opens = entry.departing ? ride.pickup_lower_bound : ride.dropoff_lower_bound
    const closes = entry.departing ? ride.pickup_upper_bound : ride.dropoff_upper_bound
    return (
      ride.passenger_count >= entry.passengers.length &&
      closes >= entry.earliest_at &&
      opens <= entry.latest_at &&
      flatDistance([ride.origin_longitude, ride.origin_latitude], from) <= SAME_M &&
      flatDistance([ride.destination_longitude, ride.destination_latitude], to) <= SAME_M
    )
  })
  return same?.id ?? null
}

/** The entry, and before it the open return that it is of, as the calls about open returns do. */
const lockBoth = async (tx: Transaction<DB>, { id, open_return_id }: EntryRow): Promise<EntryRow | undefined> => {
  if (open_return_id !== null) await lockOpenReturn(tx, null, open_return_id)
  return lockEntry(tx, null, id)
}

const endAs = ({ db, clock }: Deps, entry: EntryRow, service_request_id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if ((await lockBoth(tx, entry))?.state !== 'waiting') return
    const note = `Booked as booking ${service_request_id}`
    const ended = { service_request_id, at: clock.now(), by: null, note }
    const { id, open_return_id } = entry
    if (open_return_id === null) await endEntry(tx, id, { state: 'booked', ...ended })
    else await endOpenReturn(tx, open_return_id, { state: 'activated', ...ended })
  })

const questionAt = (entry: EntryRow, traveling_at: string) => ({
  traveler_id: entry.traveler_id,
  passengers: entry.passengers,
  mobility_support: entry.mobility_support,
  aids: entry.aids.map((aid) => aid.id),
  own_times: entry.own_times,
  origin: originOf(entry),
  destination: destinationOf(entry),
  traveling_at,
  departing: entry.departing,
  zone_id: entry.zone_id,
  open_return_id: entry.open_return_id,
  test_trips: false as const,
})

/** What the search for an entry follows from; null: that cannot be told, or the passenger may not travel then. */
const keyOf = async (deps: Deps, entry: EntryRow): Promise<string | null> => {
  const { traveling_at } = entry
  if (traveling_at <= deps.clock.now()) return null
  return unlessRefused(() => sameAnswerKey(deps, questionAt(entry, traveling_at.toISOString()), askerOf(service)))
}

/** A time within the frame at which the passenger can travel by the plan as it is now; the nearest to the wish that is known. */
const acceptableTime = async (deps: Deps, entry: EntryRow): Promise<string | null> => {
  const wish = new Date(Math.max(entry.traveling_at.getTime(), deps.clock.now().getTime()))
  if (wish > entry.latest_at) return null
  const time = await timeNear(deps, entry, wish)
  if (time === null) return null
  const at = Date.parse(time)
  return at < entry.earliest_at.getTime() || at > entry.latest_at.getTime() ? null : time
}

/** Null also where the passenger may not travel then, having another ride for instance. */
const timeNear = (deps: Deps, entry: EntryRow, wish: Date): Promise<string | null> =>
  unlessRefused(() =>
    timeThatWorks(
      deps,
      questionAt(entry, wish.toISOString()),
      askerOf(service),
      ({ pickup, dropoff, pickup_window, dropoff_window }) =>
        isAcceptable(entry, pickup_window.lower - pickup.walk_s, dropoff_window.upper + dropoff.walk_s),
    ),
  )

const unlessRefused = async (work: () => Promise<string | null>): Promise<string | null> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}

/** Booked and taken off the list in one transaction, so that a kill leaves neither without the other. */
const bookAt = async (deps: Deps, entry: EntryRow, time: string): Promise<void> => {
  const search = await createSearch(deps, questionAt(entry, time), askerOf(service), keepNothing)
  const offering = search.service_offerings.find(({ pickup, dropoff }) =>
    isAcceptable(entry, toSeconds(pickup.lower_bound) - pickup.walk_s, toSeconds(dropoff.upper_bound) + dropoff.walk_s),
  )
  if (offering === undefined) return
  const { id, traveler_id, payment_method } = entry
  await confirmOffering(deps, { service_offering_id: offering.id, traveler_id, payment_method }, service, {
    agreed: true,
    allow: async (tx, sold) => {
      const noted = await requireApart(tx, sold, {}, service)
      if ((await lockBoth(tx, entry))?.state !== 'waiting')
        throw conflict('This journey is no longer on the waiting list')
      return [
        ...noted,
        { code: 'from_waiting_list', text: 'Booked from the waiting list', figures: { waitlist_entry_id: id } },
      ]
    },
    booked: async (tx, booking) => {
      // With an open return it has ended already.
      if (entry.open_return_id !== null) return
      const note = `Booked as booking ${booking.id}`
      await endEntry(tx, id, { state: 'booked', service_request_id: booking.id, at: deps.clock.now(), by: null, note })
    },
    gone: () => ({}),
  })
}

/** From the passenger's door, or at it, in seconds: within the frame. */
const isAcceptable = ({ departing, earliest_at, latest_at }: EntryRow, leaves: number, arrives: number): boolean => {
  const latest = toSeconds(latest_at)
  return departing ? leaves <= latest : arrives >= toSeconds(earliest_at) && arrives <= latest
}

/** A time that has moved by less is the same to who is asked. */
const MOVED_MS = 10 * 60_000

/**
 * Nothing is held meanwhile: what is offered is searched again when the passenger has said yes. The call is raised once, and
 * tells the time that works now.
 */
const ask = async ({ db, clock }: Deps, { id, fits_at }: EntryRow, time: string): Promise<void> => {
  const fits = new Date(time)
  if (fits_at !== null && Math.abs(fits.getTime() - fits_at.getTime()) < MOVED_MS) return
  await db.transaction().execute(async (tx) => {
    const entry = await lockEntry(tx, null, id)
    if (entry?.state !== 'waiting') return
    const now = clock.now()
    await setFits(tx, id, fits, now)
    if (entry.fits_at === null) await callAbout(tx, entry, now)
  })
}

const fitsNoLonger = ({ db, clock }: Deps, { id }: EntryRow): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if ((await lockEntry(tx, null, id))?.state !== 'waiting') return
    const now = clock.now()
    await setFits(tx, id, null, now)
    const note = 'There is no room any more'
    await pass(tx, { kind: 'passenger_call', subject: subjectOf(id) }, { at: now, by: null, note })
  })

const setFits = async (tx: Transaction<DB>, id: number, fits_at: Date | null, now: Date): Promise<void> => {
  await tx.updateTable('waitlist_entries').set({ fits_at, updated_at: now }).where('id', '=', id).execute()
  await recordChanged(tx, 'waitlist_entries', id)
}

/** Nothing was found in time. */
const giveUp = async (deps: Deps, entry: EntryRow): Promise<void> => {
  const nearest = await nearestTime(deps, entry)
  await deps.db.transaction().execute(async (tx) => {
    if ((await lockEntry(tx, null, entry.id))?.state !== 'waiting') return
    await endAndTell(deps, tx, entry, { state: 'given_up', nearest, by: null, note: 'Given up' })
  })
}

/** The nearest time to the wish, within the frame or not, at which the passenger can travel by the plan as it is now. */
export const nearestTime = async (deps: Deps, entry: EntryRow): Promise<string | null> => {
  const wish = new Date(Math.max(entry.traveling_at.getTime(), deps.clock.now().getTime()))
  return deps.streets.current() === null ? null : timeNear(deps, entry, wish)
}

type Ended = { state: 'given_up' | 'withdrawn'; nearest: string | null; by: number | null; note: string }

/**
 * Ends an entry, which is locked, and tells its passenger the nearest time that works: by e-mail, or staff are asked to
 * call. Whoever called for an open return is away from home, and is called in any case.
 */
export const endAndTell = async (
  deps: Deps,
  tx: Transaction<DB>,
  entry: EntryRow,
  { state, nearest, by, note }: Ended,
): Promise<void> => {
  const at = deps.clock.now()
  await endEntry(tx, entry.id, { state, fits_at: nearest, at, by, note })
  const { traveling_at, departing, open_return_id } = entry
  const isMailed =
    open_return_id === null &&
    (await mailNote(deps, tx, entry, (words, { day, time }) => {
      const { subject, text } = words.waitlist[state]
      const fits = nearest === null ? null : new Date(nearest)
      const works = fits === null ? words.nothingWorks : words.works(day(fits), time(fits), departing)
      return { subject, lines: [text(day(traveling_at), time(traveling_at), departing), works] }
    }))
  if (!isMailed) await callAbout(tx, entry, at)
}

/** A passenger has to be called: about the time that works, or that nothing does. */
const callAbout = async (tx: Transaction<DB>, { id, zone_id, passengers }: EntryRow, at: Date): Promise<void> => {
  await raise(tx, {
    kind: 'passenger_call',
    severity: 'soon',
    trip_id: null,
    zone_id,
    subject: subjectOf(id),
    driver_id: null,
    facts: { waitlist_entry_id: id, people: passengers.length },
    at,
  })
}
