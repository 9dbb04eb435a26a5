import { showsVehicle } from '@ambit/domain'
import type { LiveEvent } from '@ambit/contract'
import type { StoredEvent } from '../live/bus.ts'
import type { Deps } from '../deps.ts'
import { type Connection, keepAlive, whenClosed } from '../live/connection.ts'
import { gather } from '../positions/gather.ts'
import {
  type Followed,
  type Follower,
  readOwnRides,
  tellRides,
  type ToTell,
  type Viewer,
  type Why,
  whoStand,
} from './followers.ts'

/** How often rides that were booked elsewhere are looked for, and pages hear that the stream comes through, in ms. */
const LOOK_EVERY = 15_000
const LOOKS_AT_ONCE = 1000
/** How often it is seen whose look is due, and which rides are to be told for what the time alone has changed, in ms. */
const TICK = 1000
/** A ride is told again after so long, where its vehicle is shown and where not, in ms. */
const AGAIN_MS = { near: 15_000, far: 60_000 }
/** How many rides are read together; further ones are told in the next turn. */
const TOLD_AT_ONCE = 200
/** Between two turns, in ms: what happens meanwhile is read together, and what comes after a pause is told at once. */
const TURN_MS = 300

/**
 * Tells passengers how their rides are when something about them has changed, when a vehicle that they are shown has moved,
 * and from time to time: the app need not ask, nor does the page of a link. Of others nothing is sent, not even that there
 * are any. What is due is read together for all who follow here, so that a position costs no queries for each of them.
 */
export const createRideStreams = (deps: Deps) => {
  const { clock, log, live } = deps
  const followers = new Set<Follower>()
  const teller = inTurns(deps)
  const look = gather(async (asking: readonly Follower[]) => {
    await readOwnRides(deps, asking)
    return asking.map(() => ({ value: undefined }))
  }, LOOKS_AT_ONCE)
  const lookFor = (follower: Follower): Promise<void> => {
    follower.looked = clock.monotonic()
    return look(follower).catch((error: unknown) => log.warn({ err: error }, 'rides to follow could not be read'))
  }
  const hear = ({ payload }: StoredEvent): void => {
    const now = clock.now().getTime()
    for (const follower of followers)
      for (const [id, ride] of follower.rides) {
        const why = whyTold(payload, id, ride, now)
        if (why !== null) teller.add({ follower, id, why })
      }
  }
  const tick = (): void => {
    const [now, passed] = [clock.now().getTime(), clock.monotonic()]
    for (const follower of followers) {
      for (const [id, ride] of follower.rides)
        if (passed - ride.told >= AGAIN_MS[showsVehicle(ride, now) ? 'near' : 'far'])
          teller.add({ follower, id, why: 'changed' })
      if (passed - follower.looked < LOOK_EVERY) continue
      void lookFor(follower)
      follower.writer.tell('alive', {})
    }
  }
  let stop = (): void => {}
  const begin = (): void => {
    const ticking = setInterval(tick, TICK)
    const stopHearing = live.subscribe(hear)
    stop = () => {
      clearInterval(ticking)
      stopHearing()
    }
  }
  return async (viewer: Viewer, { writer, reply }: Connection): Promise<void> => {
    const follower: Follower = { viewer, writer, rides: new Map(), due: new Map(), looked: 0 }
    if (followers.size === 0) begin()
    followers.add(follower)
    whenClosed(reply, () => {
      followers.delete(follower)
      if (followers.size === 0) stop()
    })
    await lookFor(follower)
    writer.tell('ready', {})
    keepAlive(
      deps,
      { writer, reply },
      async () => (await whoStand(deps, [viewer])).has(viewer),
      () => false,
    )
  }
}

const whyTold = (event: LiveEvent, id: number, ride: Followed, now: number): Why | null => {
  if (event.kind === 'service_request') return event.service_request_id === id ? 'changed' : null
  if (event.kind === 'trip') return event.trip_id === ride.trip_id ? 'changed' : null
  return event.kind === 'position' && event.trip_id === ride.trip_id && showsVehicle(ride, now) ? 'moved' : null
}

/** Tells what is due turn by turn, those who have waited longest first. */
const inTurns = (deps: Deps) => {
  const waiting = new Set<Follower>()
  let running = false
  const take = (): ToTell[] => {
    const taken: ToTell[] = []
    for (const follower of waiting) {
      if (taken.length >= TOLD_AT_ONCE) break
      for (const [id, why] of follower.due) taken.push({ follower, id, why })
      follower.due.clear()
      waiting.delete(follower)
    }
    return taken
  }
  const work = async (): Promise<void> => {
    while (waiting.size > 0) {
      const pause = new Promise((done) => setTimeout(done, TURN_MS))
      try {
        await tellRides(deps, take())
      } catch (error) {
        deps.log.warn({ err: error }, 'rides could not be told to those who follow them')
      }
      await pause
    }
    running = false
  }
  return {
    add: ({ follower, id, why }: ToTell): void => {
      if (why === 'changed' || !follower.due.has(id)) follower.due.set(id, why)
      waiting.add(follower)
      if (running) return
      running = true
      // After all that this event, and others that came with it, are a reason to tell.
      queueMicrotask(() => void work())
    },
  }
}
