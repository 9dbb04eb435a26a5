import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerJobs, startDueJobs } from '../jobs/runner.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: '2026-11-23T08:00:00Z' })
})
afterAll(() => server.close())

const readiness = async (): Promise<[number, string]> => {
  const answer = await fetch(`${server.url}/readyz`)
  return [answer.status, await answer.text()]
}

test('the server is not ready while a job hangs and the clock is behind, and names both', async () => {
  const { deps } = server
  expect((await readiness())[0]).toBe(200)
  const hanging = Promise.withResolvers<void>()
  const jobs = [{ name: 'hanging', every: 60_000, deadline: 1, run: () => hanging.promise }]
  await registerJobs(deps, jobs)
  await startDueJobs(deps, jobs)
  deps.clockWatch.startFrom(new Date('2026-11-23T08:01:00Z'))
  const missed = 'Jobs have missed their deadline and still run: hanging'
  await expect.poll(readiness).toEqual([503, expect.stringContaining(missed)])
  const [, text] = await readiness()
  expect(JSON.parse(text)).toMatchObject({
    errors: [
      {
        code: 'not_ready',
        detail: `${missed}. The clock of this machine went back by 60 seconds: check its time. It had reached 2026-11-23T08:01:00.000Z`,
      },
    ],
  })
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  hanging.resolve()
  deps.clock.advance(60_000)
  deps.clockWatch.look()
  await expect.poll(readiness).toEqual([200, expect.any(String)])
})
