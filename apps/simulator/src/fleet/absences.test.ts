import { ApiError, type Trip } from '@ambit/contract'
import { expect, test } from 'vitest'
import { untilServed } from '../access/until-served.ts'
import { createLedger } from '../riders/ledger.ts'
import { createDiscreteTimeline } from '../timeline/discrete.ts'
import { HOUR, MINUTE } from '../timeline/timeline.ts'
import { drawAbsences } from './absences.ts'
import { drawDeviceClocks } from './devices.ts'

const START = Date.parse('2026-11-23T06:00:00+10:00')
const trip = (id: number) =>
  ({ id, driver_id: id, name: `Trip ${id}`, start_datetime: new Date(START).toISOString() }) as Trip // all that is asked of it

const away = (status: number) => new ApiError(status, 'http://a/b', { errors: [] }, 'away')

/** Plays 400 trips at a server that is away for the first call; answers whose drivers stayed away and what was taken off. */
const play = async (seed: number) => {
  const takenOff: number[] = []
  const ledger = createLedger()
  ledger.open.add(1)
  let calls = 0
  const call = async (_: unknown, { params }: { params: { id: number } }) => {
    calls += 1
    if (calls === 1) throw away(503)
    takenOff.push(params.id)
    return { data: { service_requests_to_be_cancelled: [1] } }
  }
  const timeline = createDiscreteTimeline(START, async () => {})
  let noted = 0
  const office = { seed, planner: { call } as never, ledger, log: () => {} } // one call is made of it
  const absences = drawAbsences(office, () => (noted += 1))
  const stayed: number[] = []
  for (let id = 1; id <= 400; id++)
    timeline.spawn(`driver ${id}`, async (actor) => {
      if (absences(actor, trip(id))) stayed.push(id)
    })
  await timeline.play(START + HOUR)
  return { stayed, takenOff: takenOff.toSorted((a, b) => a - b), noted, open: ledger.open.size }
}

test('the same drivers stay away with the same seed, and the office takes off half of their trips', async () => {
  const first = await play(7)
  expect(await play(7)).toEqual(first)
  expect(await play(8)).not.toEqual(first)
  expect(first.stayed.length).toBeGreaterThan(15)
  expect(first.noted).toBe(first.stayed.length)
  expect(first.takenOff.length).toBeGreaterThan(first.stayed.length / 4)
  expect(first.takenOff.length).toBeLessThan(first.stayed.length)
  expect(first.takenOff.every((id) => first.stayed.includes(id))).toBe(true)
  // Passengers whom the office has to let down are not waited for.
  expect(first.open).toBe(0)
})

test('devices keep their own time: most by seconds, some by minutes, a few by an hour or a day', () => {
  const clocks = drawDeviceClocks(7)
  const offs = Array.from({ length: 300 }, (_, id) => clocks(id))
  expect(offs).toEqual(offs.map((_, id) => drawDeviceClocks(7)(id)))
  expect(offs.filter((off) => Math.abs(off) <= 2000).length).toBeGreaterThan(150)
  expect(offs.some((off) => off > 2 * MINUTE && off < 5 * MINUTE)).toBe(true)
  expect(offs).toContain(HOUR)
})

test('a call is made again while the server cannot serve anybody, and a refusal goes to the caller at once', async () => {
  const timeline = createDiscreteTimeline(START, async () => {})
  const heard: unknown[] = []
  const answers = [away(503), away(503), 'served', away(409)]
  const call = async () => {
    const next = answers.shift()
    if (next instanceof Error) throw next
    return next
  }
  timeline.spawn('caller', async (actor) => {
    heard.push(await untilServed(actor, call), actor.now() - START)
    heard.push(await untilServed(actor, call).catch((error: ApiError) => error.status))
  })
  await timeline.play(START + HOUR)
  expect(heard).toEqual(['served', 40_000, 409])
})
