import { ApiError, api, type TripWithStops } from '../../packages/contract/src/index.ts'
import type { Session } from '../../apps/simulator/src/access/line.ts'
import { DEMO_PIN } from '../../apps/simulator/src/access/people.ts'
import type { DayOptions } from '../../apps/simulator/src/day.ts'
import { deedOf } from '../../apps/simulator/src/fleet/gaps.ts'
import { createPhone, type Phone, type PhoneDevice } from '../phones/phone.mjs'

const MINUTE_MS = 60_000
/** Of so long every second phone has no signal for the first third. */
const ROUND_MS = 90 * MINUTE_MS

/** So often the end of a trip is told to the server before that fails. */
const TRIES = 5

type Held = { phone: Phone; device: PhoneDevice; username: string; silent: (now: number) => boolean }

/**
 * The drivers' own app in the hands of simulated drivers: what they tap, the app's core does by its own rules and copy of
 * the trip, keeps in its database and sends in batches when there is a signal.
 */
export const createPhones = (origin: string) => {
  const held: Held[] = []
  const of: NonNullable<DayOptions['phones']> = ({ username }, session, now) => {
    const clock = { wall: now, steady: () => now() - 1_700_000_000_000 }
    const phone = createPhone(origin, `day ${username}`, clock)
    const cut = held.length % 2 === 1
    const own = { phone, device: phone.open(), username, silent: (at: number) => cut && at % ROUND_MS < ROUND_MS / 3 }
    held.push(own)
    return throughPhone(own, session, now)
  }
  return {
    of,
    /** what phones still hold at the end of the day, one sentence each */
    unsent: (): string[] => {
      const wrong = held.flatMap(({ device, username }) => {
        const { unsent } = device.state().sending
        return unsent === 0 ? [] : [`phone of ${username}: ${unsent} actions were never sent`]
      })
      for (const { phone } of held) phone.close()
      return wrong
    },
  }
}

const throughPhone = (own: Held, session: Session, now: () => number): Session => {
  let planVersion = 0
  const listen = async (): Promise<void> => {
    own.phone.signal = !own.silent(now())
    if (own.phone.signal) await own.device.wake()
  }
  const tap = async (deed: NonNullable<ReturnType<typeof deedOf>>): Promise<void> => {
    own.phone.signal = !own.silent(now())
    const refusal = await own.device.did(deed)
    if (refusal !== null) throw refused(JSON.stringify(refusal))
    if (own.phone.signal) await own.device.wake()
  }
  const call: Session['call'] = async (endpoint, input) => {
    const asked: unknown = endpoint
    const id = (input?.params as { id?: number } | undefined)?.id ?? 0 // of all that drivers ask for
    const deed = deedOf(endpoint, input)
    if (deed !== null) {
      await tap(deed)
      if (deed.kind === 'complete') await tellAll(own)
      return { data: tripOf(own.device) } as never // what the endpoint answers: the trip
    }
    if (asked === api.driver.signOn) {
      await takeAlong(own, id)
      await tap({ kind: 'sign_on' })
      return { data: tripOf(own.device) } as never // as above
    }
    await listen()
    const open = own.device.state().open?.manifest.trip ?? null
    if (asked === api.driver.trip && open?.id === id) return { data: open } as never // as above
    if (asked !== api.driver.positions) return session.call(endpoint, input)
    if (!own.phone.signal) return { data: { stored: 0, plan_version: planVersion } } as never // as it answers
    const answer = await session.call(api.driver.positions, input as never) // it is what was asked for
    planVersion = answer.data.plan_version
    return answer as never // as above
  }
  return { call }
}

const tripOf = (device: PhoneDevice): TripWithStops => {
  const { open } = device.state()
  if (open === null) throw refused('No trip is open on this phone')
  return open.manifest.trip
}

/** In the depot, where there is a signal. */
const takeAlong = async ({ phone, device, username }: Held, trip: number): Promise<void> => {
  phone.signal = true
  if (device.state().step !== 'signed_in') {
    const refusal = await device.signIn({ username, pin: DEMO_PIN, shared: false })
    if (refusal !== null) throw refused(JSON.stringify(refusal))
  }
  if (device.state().open !== null) await device.closeTrip()
  if (!(await device.openTrip(trip))) throw refused('The trip cannot be taken along')
}

/** Back in the depot everything is told. */
const tellAll = async ({ phone, device }: Held): Promise<void> => {
  phone.signal = true
  for (let tries = 0; tries < TRIES && device.state().sending.unsent > 0; tries += 1) await device.wake()
}

/** As the server refuses a tap: the driver looks again after a moment. */
const refused = (detail: string): ApiError =>
  new ApiError(422, '/api/v2/driver', {
    errors: [{ status: '422', code: 'invalid', title: 'Not possible now', detail }],
  })
