import { api } from '@ambit/contract'
import { expect, test } from 'vitest'
import { startWatching } from '../testing/watching.ts'
import { readRates } from './rates.ts'

const world = startWatching()
const { judged } = world
const at = (time: string): Date => new Date(`2026-11-23T${time}+10:00`)

test('the rates of a span tell each exception by its highest severity, each interruption, and the worst ten minutes', async () => {
  const { server, town } = world
  await server.deps.db.deleteFrom('interruptions').execute()
  const { client, trip_id } = await town.vehicle('Van 1')
  await judged('07:51:00')
  const raise = async (severity: 'watch' | 'soon') => {
    const body = { text: 'Something is wrong', severity, zone_id: town.zone_id }
    await town.dispatcher.call(api.exceptions.create, { body })
  }
  await raise('soon')
  await raise('watch')
  await judged('08:00:00')
  await judged('08:05:00')
  // It has signed on: what it was at worst is counted.
  await client.call(api.driver.signOn, { params: { id: trip_id } })
  await judged('08:05:30')
  await judged('08:06:40')
  expect(await readRates(server.deps.db, { from: at('07:00:00'), to: at('09:05:00') })).toEqual({
    exceptions: 3,
    by_severity: { urgent: 1, soon: 1, watch: 1 },
    kinds: [
      { kind: 'by_hand', urgent: 0, soon: 1, watch: 1, interruptions: 2 },
      { kind: 'not_signed_on', urgent: 1, soon: 0, watch: 0, interruptions: 2 },
    ],
    // Raised by hand at 07:51 and escalated ten minutes later; soon at 08:00 and urgent at 08:05.
    interruptions: 4,
    hours: 1,
    worst: 3,
    worst_at: at('08:05:00'),
  })
  expect(await readRates(server.deps.db, { from: at('10:00:00'), to: at('11:00:00') })).toMatchObject({
    exceptions: 0,
    interruptions: 0,
    worst: 0,
    worst_at: null,
  })
})
