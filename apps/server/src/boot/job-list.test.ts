import { expect, test } from 'vitest'
import { PATIENT_CONNECTIONS } from '../database/connect.ts'
import { testConfig } from '../testing/server.ts'
import { configFrom } from './environment.ts'
import { jobsFor } from './job-list.ts'

test('on a PostgreSQL server each job has a connection of its own, and one is left', () => {
  const jobs = jobsFor(
    configFrom({
      DATABASE_URL: 'postgresql://db/ambit',
      SMTP_URL: 'smtp://mail',
      STRIPE_SECRET_KEY: 'sk_test_1',
      AMBIT_DATA: '/data',
    }),
  )
  expect(jobs.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mail.deliver', 'payments.send', 'backup.daily', 'continuity.write']),
  )
  expect(jobs.length + 1).toBeLessThanOrEqual(PATIENT_CONNECTIONS)
})

const START = '2026-11-23T00:00:00+10:00'
const namesOf = (clock: string): string[] =>
  jobsFor({ ...testConfig, clock: configFrom({ AMBIT_CLOCK: clock }).clock }).map(({ name }) => name)

test('a simulated day judges what needs a person only where it is asked to', () => {
  expect(namesOf(`virtual:${START}`)).not.toContain('exceptions.watch')
  expect(namesOf(`virtual+exceptions:${START}`)).toEqual([...namesOf(`virtual:${START}`), 'exceptions.watch'])
  expect(configFrom({ AMBIT_CLOCK: `virtual+exceptions:${START}` }).clock).toEqual({
    kind: 'virtual',
    start: new Date(START),
    judged: true,
    journeys: false,
  })
  expect(() => configFrom({ AMBIT_CLOCK: `virtual+mail:${START}` })).toThrow('AMBIT_CLOCK must be')
})

test('a simulated day deals with recurring journeys and the waiting list only where it is asked to, once a minute', () => {
  const kinds = ['waitlist.serve', 'series.make']
  for (const name of kinds) expect(namesOf(`virtual+exceptions:${START}`)).not.toContain(name)
  expect(namesOf(`virtual+journeys:${START}`)).toEqual([...namesOf(`virtual:${START}`), ...kinds])
  const { clock } = configFrom({ AMBIT_CLOCK: `virtual+exceptions+journeys:${START}` })
  expect(clock).toMatchObject({ judged: true, journeys: true })
  const jobs = jobsFor({ ...testConfig, clock }).filter(({ name }) => kinds.includes(name))
  expect(jobs.map(({ every }) => every)).toEqual([60_000, 60_000])
})
