import { api, type ApiError, type DriverActionAnswer, MOST_ACTIONS_AT_ONCE } from '@ambit/contract'
import { told } from './actions.ts'
import type { Calls } from './calls.ts'
import type { DeviceDatabase, KeptAction } from './database.ts'
import type { ServerTime } from './server-time.ts'
import { asPending } from './trip-copy.ts'

type Sending = {
  db: DeviceDatabase
  time: ServerTime
  calls: Calls
  /** what is sent with these calls */
  owns: (action: Pick<KeptAction, 'driver_id' | 'trip_id'>) => boolean
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** with each answer that was stored, before anything else is done with the trip */
  stored: () => Promise<void>
}

/** Sends what was done, oldest first, as long as the server takes it. Seconds to wait where it asks for that. */
export const sendAll = async (sending: Sending): Promise<number | null> => {
  const { db, owns, exclusively } = sending
  /** trips of which the server takes nothing now, and as many actions of a batch as it can read */
  const closed = new Set<number>()
  let most = MOST_ACTIONS_AT_ONCE
  for (;;) {
    const unsent = (await db.getAll('actions')).filter((action) => owns(action) && !closed.has(action.trip_id))
    const [first] = unsent
    if (first === undefined) return null
    const batch = unsent.filter(({ trip_id }) => trip_id === first.trip_id).slice(0, most)
    const answer = await send(sending, first.trip_id, batch)
    if (answer.kind === 'silent') return null
    if (answer.kind === 'answered') {
      const { actions: answers, upload_token: token } = answer.answer.data
      const { trip_id, driver_id } = first
      if (token !== null) await exclusively(() => db.put('uploads', { trip_id, driver_id, token }))
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
  const body = { ...time.stamp(), actions: batch.map(told) }
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

/** Stores the answers in the transaction that removes what was sent. The trip keeps it until the server tells the trip. */
const takeAnswers = async (
  { db }: Sending,
  tripId: number,
  batch: readonly KeptAction[],
  answers: readonly DriverActionAnswer[],
): Promise<void> => {
  const given = new Map(answers.map((answer) => [answer.id, answer]))
  const answered = batch.filter(({ id }) => given.has(id))
  const told = answered.flatMap(({ id, driver_id }) => {
    const answer = given.get(id)
    const asDone = answer === undefined || answer.result === 'applied' || answer.result === 'already_done'
    return asDone ? [] : [{ id, driver_id, answer }]
  })
  const tx = db.transaction(['actions', 'outcomes', 'trips'], 'readwrite')
  const kept = await tx.objectStore('trips').get(tripId)
  const after = kept && { ...kept, etag: null, answered: [...kept.answered, ...asPending(answered)] }
  await Promise.all([
    ...answered.map(({ sequence }) => tx.objectStore('actions').delete(sequence)),
    ...told.map((outcome) => tx.objectStore('outcomes').put(outcome)),
    after && tx.objectStore('trips').put(after),
    tx.done,
  ])
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
  await Promise.all([
    tx.objectStore('actions').delete(action.sequence),
    tx.objectStore('aside').put(action),
    tx.objectStore('outcomes').put({ id: action.id, driver_id: action.driver_id, answer }),
    tx.done,
  ])
}
