import { expect, test } from 'vitest'
import { PATIENT_CONNECTIONS } from '../database/connect.ts'
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
