import { api, createClient } from '@ambit/contract'
import { expect, test } from 'vitest'
import { askEarly, firstQuestions } from './ask-early.ts'

/** A server that answers each question with its number. */
const counting = () => {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    asked.push(String(input))
    return Response.json(asked.length)
  }
  return { asked, fetch }
}

test('what was asked early answers the first question alone, and the next one is asked again', async () => {
  const { asked, fetch } = counting()
  const early = askEarly(fetch, ['/one', '/two'])
  expect(asked).toEqual(['/one', '/two'])
  const answers = ['/two', '/one', '/one', '/three'].map(async (url) => (await early(url)).json())
  expect(await Promise.all(answers)).toEqual([2, 1, 3, 4])
})

test('a question that fails early fails for who asks it, and no one else hears of it', async () => {
  const early = askEarly(async () => Promise.reject(new TypeError('no network')), ['/one'])
  await new Promise((done) => setTimeout(done))
  await expect(early('/one')).rejects.toThrow('no network')
})

test.each(['', '?app=blue%20bus', '?app='])('the first questions are those that the app asks (%s)', async (search) => {
  const { asked, fetch } = counting()
  const { call } = createClient({ origin: '', token: () => null, fetch })
  const app = new URLSearchParams(search).get('app')
  await call(api.ride.config, { query: app === null ? {} : { app } }).catch(() => undefined)
  await call(api.ride.me).catch(() => undefined)
  expect(firstQuestions(search)).toEqual(asked)
})
