import { api, type ApiError, type DriverActionAnswer, MOST_ACTIONS_AT_ONCE } from '@ambit/contract'
import { told } from './actions.ts'
import type { Calls } from './calls.ts'
import type { DeviceDatabase, KeptAction } from './database.ts'
import type { ServerTime } from './server-time.ts'
import { asPending, readHeld, sealed } from './trip-copy.ts'
import { rebased } from './rebase.ts'

type Sending = {
  db: DeviceDatabase
  time: ServerTime
  calls: Calls
  driverId: number
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** with each answer that was stored, before anything else is done with the trip */
  stored: () => Promise<void>
}

/** Sends what this driver did, oldest first, as long as the server takes it. Seconds to wait where it asks for that. */
export const sendAll = async (sending: Sending): Promise<number | null> => {
  const { db, driverId } = sending
  /** trips of which the server takes nothing now, and as many actions of a batch as it can read */
  const closed = new Set<number>()
  let most = MOST_ACTIONS_AT_ONCE
  for (;;) {
    const unsent = (await db.getAll('actions')).filter(
      (action) => action.driver_id === driverId && !closed.has(action.trip_id),
    )
    const [first] = unsent
    if (first === undefined) return null
    const batch = unsent.filter(({ trip_id }) => trip_id === first.trip_id).slice(0, most)
    const answer = await send(sending, first.trip_id, batch)
    if (answer.kind === 'silent') return null
    if (answer.kind === 'answered') {
      const answers = answer.answer.data.actions
      await storing(sending, () => takeAnswers(sending, first.trip_id, batch, answers))
      most = MOST_ACTIONS_AT_ONCE
    } else {
      const { error } = answer
      const place = placeOf(error)
      if (place === null || place >= batch.length) {
        if (error.status === 401 || error.status === 429) return error.retryAfter
        closed.add(first.trip_id)
      } else if (place > 0) most = place
      else {
        await storing(sending, () => setAside(sending, first, error))
        most = MOST_ACTIONS_AT_ONCE
      }
    }
  }
}

const storing = ({ exclusively, stored }: Sending, work: () => Promise<void>): Promise<void> =>
  exclusively(async () => {
    await work()
    await stored()
  })

const send = async ({ calls, time }: Sending, tripId: number, batch: readonly KeptAction[]) => {
  const sent = time.read()
  const body = { sent_at: new Date(time.at(sent)).toISOString(), actions: batch.map(told) }
  const answer = await calls.call(api.driver.actions, { params: { id: tripId }, body })
  if (answer.kind === 'answered') await time.told(answer.answer.data.server_time, sent)
  return answer
}

/** The action that the server names as bad; null: it refuses something else. */
const placeOf = ({ status, errors }: ApiError): number | null => {
  if (status !== 422 && status !== 404) return null
  const place = /^\/actions\/(\d+)(?:\/|$)/.exec(errors[0]?.source?.pointer ?? '')?.[1]
  return place === undefined ? null : Number(place)
}

/** Stores the answers, and the trip with what they say, in the transaction that removes what was sent. */
const takeAnswers = async (
  { db }: Sending,
  tripId: number,
  batch: readonly KeptAction[],
  answers: readonly DriverActionAnswer[],
): Promise<void> => {
  const held = await readHeld(db, tripId)
  const applied = batch.flatMap((action) => {
    const answer = answers.find(({ id }) => id === action.id)
    if (answer === undefined || answer.result === 'superseded' || answer.result === 'needs_dispatcher') return []
    return [{ ...action, happened: Date.parse(answer.done_at) }]
  })
  const next = held === null ? null : await withApplied(db, held, applied)
  const tx = db.transaction(['actions', 'outcomes', 'trips'], 'readwrite')
  for (const answer of answers) {
    const action = batch.find(({ id }) => id === answer.id)
    if (action === undefined) continue
    await tx.objectStore('actions').delete(action.sequence)
    if (answer.result !== 'applied' && answer.result !== 'already_done')
      await tx.objectStore('outcomes').put({ id: answer.id, driver_id: action.driver_id, answer })
  }
  if (next !== null) await tx.objectStore('trips').put(next.kept)
  await tx.done
}

const withApplied = async (
  db: DeviceDatabase,
  { kept, details }: NonNullable<Awaited<ReturnType<typeof readHeld>>>,
  applied: readonly KeptAction[],
) => {
  const manifest = details?.manifest ?? kept.bare
  const copy = details?.copy ?? null
  const { trip, done } = rebased({ ...manifest, done: kept.done, copy }, asPending(applied))
  // What the server tells next is another trip than the one that is known by this.
  const { bare: _, details: __, ...same } = { ...kept, done, etag: null }
  return sealed(db, same, { copy, changes: details?.changes ?? [], manifest: { ...manifest, trip } }, details !== null)
}

/** An action that the server cannot read is kept apart and told; the next one can be sent. */
const setAside = async ({ db, time }: Sending, action: KeptAction, error: ApiError): Promise<void> => {
  const answer: DriverActionAnswer = {
    id: action.id,
    sequence: action.sequence,
    kind: action.deed.kind,
    result: 'superseded',
    detail: `This was not taken: ${error.message}`,
    done_at: new Date(time.at(action.reading)).toISOString(),
  }
  const tx = db.transaction(['actions', 'aside', 'outcomes'], 'readwrite')
  await tx.objectStore('actions').delete(action.sequence)
  await tx.objectStore('aside').put(action)
  await tx.objectStore('outcomes').put({ id: action.id, driver_id: action.driver_id, answer })
  await tx.done
}
