import { api, type Client } from '@ambit/contract'
import { addDays, momentAt } from '@ambit/domain'
import { expect, test } from 'vitest'
import { MINUTE } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'
import type { Town, TownZone } from '../town/town.ts'
import { createDiary } from './journey.ts'
import { createLedger } from './ledger.ts'
import { callsSoFar } from './stream.ts'

const time_zone = 'Australia/Brisbane'
// All that a call asks of a zone and of a passenger.
const zones = [1, 2, 3].map((id) => ({ zone: { id }, hubs: [] }) as unknown as TownZone)
const travelers = Array.from({ length: 400 }, (_, id) => ({ id }) as Town['travelers'][number])

/** What the passengers of a date's morning ask for: who, from where, and how long before or after it opens. */
const callsOn = async (date: string) => {
  const begins = momentAt(time_zone, date, 7 * 60 + 45).getTime()
  const opens = begins + 50 * MINUTE
  const asked: { who: number; zone: number; minutes: number; departing: boolean }[] = []
  const call = ((endpoint: unknown, { body }: { body: never }) => {
    if (endpoint !== api.searches.create) throw new Error('Nothing else is asked for without offerings')
    const { traveler_id, traveling_at, departing, origin } = body as {
      traveler_id: number
      traveling_at: string
      departing: boolean
      origin: { point: [number, number] }
    }
    const minutes = (Date.parse(traveling_at) - opens) / MINUTE
    asked.push({ who: traveler_id, zone: origin.point[0], minutes, departing })
    return Promise.resolve({ data: { service_offerings: [], reasons: [], nearest_change: null } })
  }) as unknown as Client['call'] // answers no offering to a search
  const actor: Actor = {
    now: () => begins + 20_000,
    until: () => Promise.resolve(),
    spawn: (_, live) => void live(actor),
  }
  const demand = {
    world: { seed: 7, desk: { call }, apps: { sessionOf: () => null }, ledger: createLedger(), log: () => {} },
    town: { zones, travelers, time_zone },
    addresses: {
      somewhere: ({ zone }: TownZone, random: { next: () => number }) =>
        Promise.resolve({ name: 'Home', point: [zone.id, random.next()] as [number, number] }),
    },
    weight: () => 1,
    diary: createDiary(),
  }
  await callsSoFar(actor, demand, 500, opens)
  return asked.toSorted((a, b) => a.minutes - b.minutes || a.who - b.who)
}

const dates = Array.from({ length: 7 }, (_, day) => addDays('2026-11-23', day))

test('the same passengers have booked ahead for the demo’s morning on seven consecutive dates', async () => {
  const [first, ...others] = await Promise.all(dates.map(callsOn))
  expect(first!.length).toBeGreaterThan(80)
  for (const calls of others) expect(calls).toEqual(first)
})

test.each(dates)('shortly before the demo opens on %s a passenger is due in each zone', async (date) => {
  const due = (await callsOn(date)).filter(({ minutes }) => minutes === -6)
  expect(due.map(({ zone }) => zone).toSorted()).toEqual([1, 2, 3])
  expect(due.every(({ departing }) => departing)).toBe(true)
})
