import type { Client } from '@ambit/contract'
import type { Browser } from '@playwright/test'
import { type Duty, type LngLat, openZone, putInService, type Spot } from '../duty.ts'
import { api, clientFor, expect, leftToLongRun, type Page, test } from '../fixtures.ts'
import { startServer } from '../server.ts'
import { signInDriver, startTrip } from './phone.ts'
import { type Call, callsOf, ends, takeCalls } from './service-day/bookings.ts'
import { driveToTheEnd } from './service-day/hand.ts'
import { keepPace, MINUTE, nowBy, type Pace, paceOf } from './service-day/pace.ts'
import { type Deed, deedsOf, meaningOf, noteTaps, tapsOn } from './service-day/taps.ts'
import { putInVehicle, type Vehicle } from './service-day/vehicle.ts'

/** So many times as fast as the machine's the service's clock and those of the phones run. */
const SPEED = Number(process.env['AMBIT_DAY_SPEED'] ?? 30)
const SEED = Number(process.env['AMBIT_DAY_SEED'] ?? 7)
const DAY_MINUTES = Number(process.env['AMBIT_DAY_MINUTES'] ?? 360)
/** Of so many minutes, and at the end of the day, the second phone has no signal for the last third. */
const ROUND = 90
/**
 * Nine of ten deeds stand at the server within so long of the tap, and all within three times as long, ms: a call that
 * takes two seconds of the machine takes a minute of the service, and counts as a clock that is wrong by that.
 */
const CLOSE = MINUTE

const places: LngLat[] = [
  [0, 0],
  [0.009, 0.006],
  [-0.01, 0.004],
  [0.005, -0.009],
  [-0.006, -0.008],
  [0.014, -0.002],
  [-0.013, -0.003],
  [0.002, 0.012],
]

type Phone = { page: Page; name: string; positions: number; isCut: (minute: number) => boolean }

const openPhone = async (
  browser: Browser,
  url: string,
  pace: Pace,
  start: Spot,
  own: Pick<Phone, 'name' | 'isCut'>,
): Promise<Phone> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await context.addInitScript(keepPace, pace)
  await context.addInitScript(noteTaps)
  await putInVehicle(context, start.point)
  const phone = { page: await context.newPage(), positions: 0, ...own }
  phone.page.on('response', (response) => {
    if (!response.url().endsWith('/positions') || !response.ok()) return
    const body = response.request().postDataJSON() as { positions: unknown[] } // of `driver.positions`
    phone.positions += body.positions.length
  })
  return phone
}

/** The driver's work: signs in, looks at the vehicle, and drives until the shift is over. `boarded`: name → phone. */
const work = async (
  phone: Phone,
  { pace, begins, ends: over }: { pace: Pace; begins: number; ends: number },
  absent: ReadonlySet<string>,
  boarded: Map<string, Phone>,
): Promise<void> => {
  const { page } = phone
  let cut = false
  const listen = async (): Promise<void> => {
    const wanted = phone.isCut((nowBy(pace) - begins) / MINUTE)
    if (wanted !== cut) await page.context().setOffline(wanted)
    cut = wanted
  }
  const isThere = (name: string): boolean => !absent.has(name) && (boarded.get(name) ?? phone) === phone
  const after = (words: string): void => {
    const { kind, who } = meaningOf(words) ?? {}
    if (kind === 'board' && who != null) boarded.set(who, phone)
  }
  await driveToTheEnd(page, { isThere, isOver: () => nowBy(pace) >= over }, { before: listen, after })
  await page.context().setOffline(false)
  await expect(page.getByText('Everything is sent')).toBeVisible()
}

/** What the server has of a driver's deeds stands beside what the hand noted, in the same order. How far each is off, ms */
const expectDeeds = async (office: Client, trip: number, deeds: readonly Deed[]): Promise<number[]> => {
  const { data } = await office.call(api.trips.driverActions, { params: { id: trip } })
  const kinds = new Set(deeds.map(({ kind }) => kind))
  const kept = data.filter(({ kind }) => kinds.has(kind)).toSorted((a, b) => a.id - b.id)
  expect(kept.map(({ kind }) => kind)).toEqual(deeds.map(({ kind }) => kind))
  const apart = kept.map(({ done_at }, place) => Math.abs(Date.parse(done_at) - (deeds[place]?.at ?? 0)))
  const isTrue = ({ result }: (typeof kept)[number], place: number): boolean =>
    (result === 'applied' || result === 'adjusted') && (apart[place] ?? Infinity) <= 3 * CLOSE
  expect(kept.filter((action, place) => !isTrue(action, place))).toEqual([])
  return apart
}

const expectEnds = async (office: Client, booked: ReadonlyMap<Call, number>): Promise<void> => {
  const statusOf = async (id: number) => (await office.call(api.serviceRequests.show, { params: { id } })).data.status
  const ended: { [name: string]: string } = {}
  for (const [{ name }, id] of booked) ended[name] = await statusOf(id)
  expect(ended).toEqual(Object.fromEntries([...booked.keys()].map((call) => [call.name, call.ends])))
}

const tripsOf = async (office: Client, zone: Duty['zone']) => {
  const { data } = await office.call(api.trips.list, { query: { filter: { zone: [zone.id] }, per_page: 100 } })
  return data
}

const report = (booked: ReadonlyMap<Call, number>, deeds: readonly Deed[], phones: readonly Phone[]): string => {
  const counts = ends.map((end) => `${[...booked.keys()].filter((call) => call.ends === end).length} ${end}`)
  const offline = deeds.filter((deed) => deed.offline).length
  const stops = deeds.filter(({ kind }) => kind === 'arrive').length
  const positions = phones.reduce((sum, phone) => sum + phone.positions, 0)
  return `${booked.size} bookings (${counts.join(', ')}), ${stops} stops, ${deeds.length} actions, ${offline} of them without signal, ${positions} positions`
}

/** To how many stops the phones' vehicles were driven, and to how many of them in a straight line. */
const waysOf = async (phones: readonly Phone[]): Promise<string> => {
  const own = ({ page }: Phone) => page.evaluate(() => (globalThis as unknown as { vehicle: Vehicle }).vehicle) // `vehicle.ts`
  const vehicles = await Promise.all(phones.map(own))
  const sum = (of: (vehicle: Vehicle) => number): number => vehicles.reduce((all, one) => all + of(one), 0)
  return `${sum(({ driven }) => driven)} ways, ${sum(({ withoutWay }) => withoutWay)} of them unknown`
}

test('two drivers drive a service day with the app in Chromium, one without signal for a third of it, and every booking ends as it should', async ({
  browser,
  town,
}) => {
  leftToLongRun()
  test.setTimeout(45 * MINUTE)
  const server = await startServer({ copyOf: town, env: { AMBIT_SPEED: String(SPEED) } })
  try {
    const office = await clientFor(server, 'administrator')
    const { zone, spots } = await openZone(office, 'Day Cove', places)
    const pace = await paceOf(office, SPEED)
    const span = { from: nowBy(pace) + 10 * MINUTE, until: nowBy(pace) + (10 + DAY_MINUTES) * MINUTE }
    const names = [
      { first_name: 'Priya', last_name: 'Raman' },
      { first_name: 'Otto', last_name: 'Brandt' },
    ]
    const phones: Phone[] = []
    for (const [place, name] of names.entries()) {
      const username = `day.${place}.${zone.id}`
      await putInService(office, zone, { vehicle: `DAY ${place}${zone.id}`, username, ...name }, span)
      const isCut = (minute: number): boolean =>
        place === 1 && (minute % ROUND >= (ROUND / 3) * 2 || minute >= DAY_MINUTES - ROUND / 3)
      const phone = await openPhone(browser, server.url, pace, spots[place]!, { name: username, isCut })
      await signInDriver(phone.page, username)
      await startTrip(phone.page)
      await phone.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      phones.push(phone)
    }
    const begins = nowBy(pace)
    const calls = callsOf(SEED, (span.until - begins) / MINUTE, spots)
    const absent = new Set(calls.flatMap((call) => (call.ends === 'no_show' ? [call.name] : [])))
    const boarded = new Map<string, Phone>()
    const day = { pace, begins, ends: span.until }
    const [booked] = await Promise.all([
      takeCalls(office, zone, calls, pace, begins),
      ...phones.map((phone) => work(phone, day, absent, boarded)),
    ])
    await expectEnds(office, booked)
    const deeds = await Promise.all(phones.map(async ({ page }) => deedsOf(await tapsOn(page))))
    const trips = await tripsOf(office, zone)
    expect(trips.map(({ current_state }) => current_state)).toEqual(['completed', 'completed'])
    const apart: number[] = []
    for (const [place, { first_name }] of names.entries()) {
      const trip = trips.find(({ driver_name }) => driver_name?.startsWith(first_name))
      apart.push(...(await expectDeeds(office, trip?.id ?? 0, deeds[place] ?? [])))
    }
    const far = apart.filter((off) => off > CLOSE).length
    const lines = [
      report(booked, deeds.flat(), phones),
      await waysOf(phones),
      `${far} actions more than a minute off, at most ${Math.round(Math.max(...apart) / 1000)} s`,
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    expect(far).toBeLessThanOrEqual(apart.length / 10)
  } finally {
    await server.remove()
  }
})
