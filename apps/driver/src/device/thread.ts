import { api, type DriverThreadMessage, MOST_DRIVER_MESSAGES_AT_ONCE } from '@ambit/contract'
import type { Core } from './core.ts'
import { type KeptMessage, ON_DISK } from './database.ts'
import type { ThreadLine } from './device.ts'

/** A trip's thread as the server told it last: in memory alone, since dispatch may write of passengers. */
export type Thread = {
  trip_id: number
  etag: string | null
  told: readonly DriverThreadMessage[]
  /** what the driver has opened and the server does not know of */
  opened: ReadonlySet<number>
}

const unsentOf = async ({ db, session }: Core): Promise<KeptMessage[]> =>
  (await db.getAll('messages')).filter(({ driver_id }) => driver_id === session?.driver.id)

/** When the messages were written that the server does not have, ms. */
export const writtenAt = async (core: Core): Promise<number[]> =>
  (await unsentOf(core)).map(({ reading }) => core.time.at(reading))

/** Keeps what the driver writes until the server has it. */
export const keepMessage = async (core: Core, text: string, answer_to: number | null): Promise<void> => {
  const { db, session, time } = core
  if (session === null || session.open === null) return
  const message = {
    id: crypto.randomUUID(),
    trip_id: session.open,
    driver_id: session.driver.id,
    text,
    answer_to,
    reading: time.read(),
  }
  const { store, done } = db.transaction('messages', 'readwrite', ON_DISK)
  await Promise.all([store.add(message as KeptMessage), done]) // the database numbers it
}

/** Only what was shown counts as read: one message, or all of them. */
export const openThread = (core: Core, shown?: number): void => {
  const { thread } = core
  if (thread === null) return
  const unread = thread.told.filter(({ from, read_at }) => from === 'dispatch' && read_at === null)
  const read = unread.map(({ id }) => id).filter((id) => shown === undefined || id === shown)
  core.thread = { ...thread, opened: new Set([...thread.opened, ...read]) }
}

/** Tells what was written, shown and opened, and reads what dispatch wrote; the rest of former trips goes as well. */
export const exchangeThreads = async (core: Core): Promise<void> => {
  const trips = new Set((await unsentOf(core)).map(({ trip_id }) => trip_id))
  const open = core.session?.open ?? null
  if (open !== null) trips.add(open)
  for (const id of trips) await exchangeThread(core, id)
}

const exchangeThread = async (core: Core, tripId: number): Promise<void> => {
  const { session } = core
  const open = session?.open === tripId
  if (open && core.thread?.trip_id !== tripId)
    core.thread = { trip_id: tripId, etag: null, told: [], opened: new Set() }
  if (open && !(await readThread(core, tripId))) return
  await report(core, tripId)
}

/** False: there is no signal, or it is not this driver's thread. */
const readThread = async (core: Core, tripId: number): Promise<boolean> => {
  const etag = core.thread?.etag ?? null
  const answer = await core.calls.ifChanged(api.driver.messages, etag, { params: { id: tripId } })
  if (answer.kind !== 'answered') return false
  if (answer.answer !== null) takeTold(core, tripId, answer.answer.told.data, answer.answer.etag)
  return true
}

const takeTold = (core: Core, tripId: number, told: readonly DriverThreadMessage[], etag: string | null): void => {
  const { thread } = core
  if (thread === null || thread.trip_id !== tripId) return
  const unread = new Set(told.filter(({ read_at }) => read_at === null).map(({ id }) => id))
  core.thread = { ...thread, etag, told, opened: new Set([...thread.opened].filter((id) => unread.has(id))) }
}

const report = async (core: Core, tripId: number): Promise<void> => {
  const { db, time, calls } = core
  const unsent = (await unsentOf(core)).filter(({ trip_id }) => trip_id === tripId)
  const batch = unsent.slice(0, MOST_DRIVER_MESSAGES_AT_ONCE)
  const thread = core.thread?.trip_id === tripId ? core.thread : null
  const delivered = (thread?.told ?? []).filter(({ delivered_at }) => delivered_at === null).map(({ id }) => id)
  const read = [...(thread?.opened ?? [])]
  if (batch.length + delivered.length + read.length === 0) return
  const messages = batch.map(({ id, text, answer_to, reading }) => ({
    id,
    text,
    answer_to,
    written_at: new Date(time.at(reading)).toISOString(),
  }))
  const body = { ...time.stamp(), messages, delivered, read }
  const answer = await calls.call(api.driver.reportMessages, { params: { id: tripId }, body })
  if (answer.kind !== 'answered') return
  const { data } = answer.answer
  await core.exclusively(async () => {
    const tx = db.transaction('messages', 'readwrite')
    const taken = batch.filter(({ id }) => data.some(({ uuid }) => uuid === id))
    await Promise.all([...taken.map(({ sequence }) => tx.store.delete(sequence)), tx.done])
    takeTold(core, tripId, data, null)
  })
}

/** The open trip's thread, with what is not sent at its end. */
export const threadLines = async (core: Core): Promise<ThreadLine[]> => {
  const tripId = core.session?.open ?? null
  const { thread, time } = core
  const told = thread?.trip_id === tripId ? thread : null
  const unsent = (await unsentOf(core)).filter(({ trip_id }) => trip_id === tripId)
  const known = new Set(told?.told.map(({ uuid }) => uuid))
  return [
    ...(told?.told ?? []).map((message) => lineOf(message, told?.opened ?? new Set())),
    ...unsent
      .filter(({ id }) => !known.has(id))
      .map(({ id, text, reading }): ThreadLine => ({
        uuid: id,
        id: null,
        from: 'driver',
        text,
        buttons: [],
        written_at: time.at(reading),
        standing: 'not_sent',
      })),
  ]
}

const lineOf = (
  { uuid, id, from, text, buttons, written_at, delivered_at, read_at }: DriverThreadMessage,
  opened: ReadonlySet<number>,
): ThreadLine => ({
  uuid,
  id,
  from,
  text,
  buttons,
  written_at: Date.parse(written_at),
  standing: read_at !== null || opened.has(id) ? 'read' : delivered_at !== null ? 'delivered' : 'sent',
})
