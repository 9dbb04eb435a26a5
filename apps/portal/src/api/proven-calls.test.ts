import { api, createClient } from '@ambit/contract'
import { expect, test } from 'vitest'
import { askForProofBy, provenCalls } from './proven-calls.ts'

test('calls that need a proof at the same time ask for it once, and all go on after it', async () => {
  let proven = false
  const error = { status: '403', code: 'proof_needed', title: 'Please confirm', detail: 'Enter your password again' }
  const client = provenCalls(
    createClient({
      origin: '',
      token: () => null,
      fetch: async () =>
        proven ? Response.json({ data: { message: 'done' } }) : Response.json({ errors: [error] }, { status: 403 }),
    }),
  )
  let times = 0
  const stop = askForProofBy(async () => {
    times += 1
    await new Promise((done) => setTimeout(done, 5))
    return (proven = true)
  })
  const call = () => client.call(api.passwords.forgot, { body: { email: 'sam@example.org', kind: 'admin' } })
  const answers = await Promise.all([call(), call()])
  expect(answers.map(({ data }) => data.message)).toEqual(['done', 'done'])
  expect(times).toBe(1)
  stop()
})
