import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, type Method } from './endpoint.ts'
import { api, ApiError, createClient, NetworkError } from './index.ts'

/** A server that returns the given answer and keeps the requests. */
const standIn = (answer: { status: number; body?: unknown; headers?: Record<string, string> } | Error) => {
  const asked: { url: string; init: RequestInit }[] = []
  const fetch = (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    asked.push({ url: String(url), init })
    if (answer instanceof Error) return Promise.reject(answer)
    return Promise.resolve(
      new Response(answer.body === undefined ? null : JSON.stringify(answer.body), {
        status: answer.status,
        headers: answer.headers ?? {},
      }),
    )
  }
  return { asked, client: createClient({ origin: 'http://ambit.example', token: () => 'a-token', fetch }) }
}

const amelia = {
  id: 12,
  first_name: 'Amelia',
  last_name: 'Nguyen',
  full_name: 'Amelia Nguyen',
  username: 'anguyen',
  email: 'amelia@ambit.example',
  phone_number: null,
  status: 'approved',
  created_at: '2026-11-20T00:00:00Z',
  updated_at: '2026-11-20T00:00:00Z',
  region_id: null,
  version: 3,
}

describe('the typed client', () => {
  // covers: API-01, API-02, API-03, API-06, API-18, API-19, VERCHK-33
  test('lists below the base with the bearer token and reads data and total', async () => {
    const { asked, client } = standIn({ status: 200, body: { data: [amelia], meta: { total: 1, total_count: 1 } } })
    const answer = await client.call(api.drivers.list, { query: { page: 2, filter: { approved: 'true' } } })
    expect(answer.data[0]?.full_name).toBe('Amelia Nguyen')
    expect(answer.meta.total).toBe(1)
    expect(decodeURIComponent(asked[0]?.url ?? '')).toBe(
      'http://ambit.example/api/v2/ops/drivers?page=2&filter[approved]=true',
    )
    expect(new Headers(asked[0]?.init.headers).get('authorization')).toBe('Bearer a-token')
  })

  // covers: API-08, API-09, VERCHK-37, VERCHK-39
  test('reads one record by its id and updates it with its version', async () => {
    const { asked, client } = standIn({ status: 200, body: { data: amelia } })
    await client.call(api.drivers.show, { params: { id: 12 } })
    await client.call(api.drivers.update, { params: { id: 12 }, body: { last_name: 'Tran' }, version: 3 })
    expect(asked.map(({ url, init }) => `${init.method} ${new URL(url).pathname}`)).toEqual([
      'GET /api/v2/ops/drivers/12',
      'PATCH /api/v2/ops/drivers/12',
    ])
    expect(new Headers(asked[1]?.init.headers).get('if-match')).toBe('"3"')
  })

  // The token travels as a header, for addresses end up in logs; nothing is put, what changes is patched (API-09).
  // covers: VERCHK-41
  test('adds the token to every call, as it is at that moment', async () => {
    let token: string | null = 'first'
    const asked: string[] = []
    const fetch = (_url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      asked.push(`${init.method} ${new Headers(init.headers).get('authorization')}`)
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    const client = createClient({ origin: 'http://ambit.example', token: () => token, fetch })
    const ask = (method: Method) =>
      client.call(
        endpoint(`things.${method}`, method, '/things', { summary: 'Things', access: 'public', answer: z.undefined() }),
      )
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const) await ask(method)
    token = 'second'
    await ask('GET')
    token = null
    await ask('DELETE')
    expect(asked).toEqual([
      'GET Bearer first',
      'POST Bearer first',
      'PATCH Bearer first',
      'DELETE Bearer first',
      'GET Bearer second',
      'DELETE null',
    ])
  })

  // covers: API-07, API-10, VERCHK-38
  test('creates by POST with an idempotency key, and deletes by DELETE', async () => {
    const { asked, client } = standIn({ status: 201, body: { data: amelia } })
    const body = { first_name: 'Amelia', last_name: 'Nguyen', username: 'anguyen', email: 'amelia@ambit.example' }
    await client.call(api.drivers.create, { body, idempotencyKey: 'once' })
    expect(asked[0]?.init.method).toBe('POST')
    expect(new Headers(asked[0]?.init.headers).get('idempotency-key')).toBe('once')
    const gone = standIn({ status: 204 })
    await gone.client.call(api.drivers.destroy, { params: { id: 12 } })
    expect(gone.asked[0]?.init.method).toBe('DELETE')
  })

  // covers: API-43, API-44
  test('throws an error with its entries: title, pointer and detail', async () => {
    const errors = [
      {
        status: '422',
        code: 'invalid',
        title: 'Invalid',
        detail: 'Please enter username',
        source: { pointer: '/username' },
      },
    ]
    const { client } = standIn({ status: 422, body: { errors, request_id: 'r-1' } })
    const failed = await client.call(api.drivers.show, { params: { id: 1 } }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ApiError)
    expect(failed).toMatchObject({ status: 422, requestId: 'r-1', errors })
  })

  test('throws an error with a sentence when a failed answer is not an error envelope', async () => {
    const { client } = standIn({ status: 502, body: 'bad gateway' })
    await expect(client.call(api.settings.show)).rejects.toMatchObject({
      status: 502,
      message: 'The server answered 502',
    })
  })

  test('asks whether what it has still holds, and is answered 304 where it does', async () => {
    const { asked, client } = standIn({ status: 304 })
    const input = { params: { id: 5 }, etag: '"abc"' }
    expect((await client.fetch(api.driver.manifest, input)).status).toBe(304)
    expect(new Headers(asked[0]?.init.headers).get('if-none-match')).toBe('"abc"')
    await expect(client.fetch(api.driver.manifest, { params: { id: 5 } })).rejects.toMatchObject({ status: 304 })
  })

  test('says how many seconds to wait where the server does', async () => {
    for (const [header, seconds] of [
      ['90', 90],
      ['Wed, 21 Oct 2026 07:28:00 GMT', null],
    ] as const)
      await expect(
        standIn({ status: 429, headers: { 'retry-after': header } }).client.call(api.settings.show),
      ).rejects.toMatchObject({ status: 429, retryAfter: seconds })
  })

  test('throws a network error without an answer, and refuses an answer that breaks the contract', async () => {
    await expect(standIn(new TypeError('refused')).client.call(api.settings.show)).rejects.toBeInstanceOf(NetworkError)
    await expect(
      standIn({ status: 200, body: { data: { id: 'twelve' } } }).client.call(api.drivers.show, { params: { id: 12 } }),
    ).rejects.toThrow()
  })
})
