// @module-tag long
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Starts the simulator as the launcher does, against a server that answers everything alike. */
const simulate = async (status: number, body: unknown): Promise<{ code: number | null; out: string; err: string }> => {
  const server = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, AMBIT_URL: `http://127.0.0.1:${port}`, AMBIT_SEED: '7' },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  server.close()
  return { code, out, err }
}

test('a failed start reports the API’s own error without a stack trace', async () => {
  const { code, out, err } = await simulate(403, {
    errors: [{ status: '403', code: 'forbidden', title: 'Forbidden', detail: 'This installation takes no strangers' }],
  })
  expect(code).toBe(1)
  expect(out).toBe('AMBIT_TROUBLE /api/v2/ops/settings answered 403: This installation takes no strangers\n')
  expect(err).toBe('')
})

test('an answer that is not the API’s is reported in one sentence', async () => {
  const { code, out } = await simulate(200, { data: 'hello' })
  expect(code).toBe(1)
  expect(out).toBe('AMBIT_TROUBLE The server answered something that the contract does not know\n')
})
