import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The answer, and the kinds of statements that were sent to the database, while the mail with the code is held back. */
const ask = async (contact: string) => {
  const { deps } = server
  deps.clock.advance(3600_000)
  const { db, mailer } = deps
  const statements: string[] = []
  const held = Promise.withResolvers<void>()
  const written = new Promise<void>((done) => {
    deps.mailer = {
      send: () => {
        done()
        return held.promise
      },
    }
  })
  deps.db = db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  try {
    const { data } = await server.publicClient().call(api.ride.askForCode, { body: { contact } })
    await written
    const lasts = Date.parse(data.ends_at) - Date.parse(data.again_at)
    return { answer: { channel: data.channel, fields: Object.keys(data), lasts }, statements }
  } finally {
    deps.db = db
    deps.mailer = mailer
    held.resolve()
  }
}

// covers: RIDE-17
test('a code is promised in the same words, and with the same work, for an address that is known and for one that is not', async () => {
  const body = { first_name: 'Nina', last_name: 'Moreau', username: 'nina', email: 'nina@example.org' }
  await server.client('superadmin').call(api.travelers.create, { body })
  const known = await ask('nina@example.org')
  const unknown = await ask('stranger@example.org')
  expect(known.answer).toMatchObject({ channel: 'email', lasts: 540_000 })
  expect(known.statements).toContain('InsertQueryNode')
  expect(unknown).toEqual(known)
})
