import { type Core, forgetWhatIsOld, openNow, show } from './core.ts'
import { sendIncidents } from './incidents.ts'
import { sendPhotos } from './photos.ts'
import { sendAll } from './sending.ts'
import { askSession } from './sign-in.ts'
import { isOver, isRunning } from './trip-copy.ts'
import { exchangeThreads } from './thread.ts'
import { openHere, readTrip, takeAlong } from './trips.ts'
import { sendRest } from './uploads.ts'

/** Sends and reads, once at a time; asked again meanwhile, it begins again when it is through. */
export type Sync = () => Promise<void>

/** `first`: what goes ahead of all else. `sendPositions`: before the end of a trip is told, after which the server takes none. */
export const createSync = (core: Core, first: () => Promise<void>, sendPositions: () => Promise<void>): Sync => {
  let running: Promise<void> | null = null
  let again = false
  /** by the clock that cannot be set, ms */
  let pausedUntil = 0
  const once = async (): Promise<void> => {
    await first()
    await core.exclusively(() => forgetWhatIsOld(core))
    if (core.time.read().steady >= pausedUntil) {
      const seconds = await exchange(core, sendPositions)
      pausedUntil = core.time.read().steady + (seconds ?? 0) * 1000
    }
    await core.exclusively(() => show(core))
  }
  const repeatedly = async (): Promise<void> => {
    do {
      again = false
      await once()
    } while (again)
  }
  return () => {
    if (running !== null) {
      again = true
      return running
    }
    running = repeatedly().finally(() => {
      running = null
    })
    return running
  }
}

/** Answers with how many seconds the server wants to be left alone. */
const exchange = async (core: Core, sendPositions: () => Promise<void>): Promise<number | null> => {
  await sendRest(core)
  const { session, time, calls } = core
  if (session === null || session.token === null) return null
  const owns = ({ driver_id }: { driver_id: number }): boolean => driver_id === session.driver.id
  // Times that may be wrong are corrected before they are sent.
  if (time.isUncertain() && (await askSession(calls, time)) === undefined) return null
  await sendPhotos(core, calls, owns)
  await sendIncidents(core)
  const unsent = (await core.db.getAll('actions')).filter(owns)
  if (unsent.some(({ deed }) => deed.kind === 'complete')) await sendPositions()
  const seconds = await sendAll({
    db: core.db,
    time,
    calls,
    owns,
    exclusively: core.exclusively,
    stored: async () => {
      core.answers += 1
      await show(core)
    },
  })
  if (seconds === null) await exchangeThreads(core)
  const now = await openNow(core)
  const ended = core.session?.token !== session.token
  if (seconds !== null || ended) return seconds
  if (core.session?.open === null) await takeAlong(core)
  if (now === null || !isToBeRead(now)) return null
  const { id, bare } = now.held.kept
  if (bare.device === null && isRunning(now.shown)) await openHere(core, id, false)
  await readTrip(core, id)
  return null
}

/** Once over, a trip is read when the server has got the last of it. */
const isToBeRead = ({ held: { kept }, shown }: NonNullable<Awaited<ReturnType<typeof openNow>>>): boolean =>
  !kept.given_away && (!isOver(shown) || kept.answered.length > 0)
