import { api, DRIVER_APP_VERSION, type DriverSession } from '@ambit/contract'
import type { Answer, Calls } from './calls.ts'
import type { DeviceDatabase, KeptSession } from './database.ts'
import type { SignInRefusal } from './device.ts'
import type { ServerTime } from './server-time.ts'

type SigningIn = { db: DeviceDatabase; time: ServerTime; calls: Calls }

/** Signs in by username and PIN, which is kept nowhere. */
export const signIn = async (
  { db, time, calls }: SigningIn,
  { username, pin, shared }: { username: string; pin: string; shared: boolean },
): Promise<{ session: KeptSession } | SignInRefusal> => {
  calls.use(null)
  const answer = await calls.call(api.driver.signIn, { body: { username, pin } })
  if (answer.kind !== 'answered') return refusalOf(answer)
  const { token, driver } = answer.answer.data
  calls.use(token)
  const told = await askSession(calls, time)
  const before = await db.get('session', 'last')
  const session = {
    username: username.trim(),
    shared,
    driver,
    token,
    dispatch_phone: told?.dispatch_phone ?? null,
    emergency_number: told?.emergency_number ?? before?.emergency_number ?? '112',
    quick_replies: told?.quick_replies ?? before?.quick_replies ?? {},
    outdated: (told?.oldest_app_version ?? 0) > DRIVER_APP_VERSION,
    signed_in_at: time.now(),
    open: before?.driver.id === driver.id ? before.open : null,
  }
  await forgetOthers(db, driver.id)
  return { session }
}

const refusalOf = (answer: Exclude<Answer<unknown>, { kind: 'answered' }>): SignInRefusal => {
  if (answer.kind === 'silent')
    return answer.detail === null ? { reason: 'offline' } : { reason: 'failed', detail: answer.detail }
  const { status, message, retryAfter } = answer.error
  if (status === 401) return { reason: 'wrong' }
  return status === 429 && retryAfter !== null
    ? { reason: 'throttled', seconds: retryAfter }
    : { reason: 'failed', detail: message }
}

/** The server's time, and what the driver dials; undefined: no answer. */
export const askSession = async (calls: Calls, time: ServerTime): Promise<DriverSession | undefined> => {
  const sent = time.read()
  const answer = await calls.call(api.driver.session)
  if (answer.kind !== 'answered') return undefined
  await time.told(answer.answer.data.server_time, sent)
  return answer.answer.data
}

/** Another driver's trips go, what is not sent stays. */
const forgetOthers = async (db: DeviceDatabase, driverId: number): Promise<void> => {
  const tx = db.transaction(['trips', 'keys', 'trips_read'], 'readwrite')
  const trips = tx.objectStore('trips')
  const others = (await trips.getAll()).filter(({ driver_id }) => driver_id !== driverId)
  const list = await tx.objectStore('trips_read').get('list')
  await Promise.all([
    ...others.flatMap(({ id }) => [trips.delete(id), tx.objectStore('keys').delete(id)]),
    list !== undefined && list.driver_id !== driverId && tx.objectStore('trips_read').delete('list'),
    tx.done,
  ])
}

/** Destroys all keys; with `trips` also what was taken along. */
export const forgetDetails = async (db: DeviceDatabase, trips: boolean): Promise<void> => {
  const tx = db.transaction(['keys', 'trips', 'trips_read'], 'readwrite')
  const kept = tx.objectStore('trips')
  const sealed = trips ? [] : (await kept.getAll()).filter(({ details }) => details !== null)
  await Promise.all([
    tx.objectStore('keys').clear(),
    ...(trips ? [kept.clear(), tx.objectStore('trips_read').clear()] : []),
    ...sealed.map((trip) => kept.put({ ...trip, details: null })),
    tx.done,
  ])
}
