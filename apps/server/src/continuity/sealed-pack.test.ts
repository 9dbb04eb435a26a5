// @module-tag long
import { webcrypto } from 'node:crypto'
import { expect, test } from 'vitest'
import { render } from './render.ts'
import type { PackInput } from './pack.ts'

const PASSPHRASE = 'correct horse battery staple'
const trip = {
  id: 3,
  name: 'trip_3',
  zone: 'Bayside',
  time_zone: 'Australia/Brisbane',
  state: 'staged',
  vehicle: 'Van 1',
  plate: 'PL-1',
  driver: 'Dora Driver',
  phone: '+61 400 111 222',
  stops: [],
  start: '2026-11-22T22:00:00Z',
  end: '2026-11-23T08:00:00Z',
}
const input: PackInput = {
  region: {
    id: 1,
    name: 'Coast',
    time_zone: 'Australia/Brisbane',
    contact_phone: null,
  },
  moment: new Date('2026-11-22T22:00:00Z'),
  written: new Date('2026-11-22T22:00:00Z'),
  locale: 'en-AU',
  clockHours: '12',
  paper: 'A4',
  brand: 'Sunline',
  trips: [JSON.stringify(trip)],
  waiting: '[]',
  passphrase: PASSPHRASE,
}

type Sealed = { iterations: number; salt: string; iv: string; data: string; about: string }

/** As the page does it, by the browser's own means. */
const opened = async ({ iterations, salt, iv, data, about }: Sealed, passphrase: string): Promise<string> => {
  const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'base64'))
  const { subtle } = webcrypto
  const secret = await subtle.importKey('raw', new TextEncoder().encode(passphrase), 'PBKDF2', false, ['deriveKey'])
  const key = await subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  )
  const additionalData = new TextEncoder().encode(about)
  const plain = await subtle.decrypt({ name: 'AES-GCM', iv: bytes(iv), additionalData }, key, bytes(data))
  return new TextDecoder().decode(plain)
}

// covers: OPS-69
test('an encrypted pack is one page that tells its moment and nothing of a trip, and opens with its passphrase alone', async () => {
  const { facts, files } = await render(input, new AbortController().signal)
  expect([facts.encrypted, files.map(({ name }) => name)]).toEqual([true, ['index.html']])
  const page = new TextDecoder().decode(files[0]?.bytes)
  expect(page).toContain('<h1>Monday, 23 November 2026 at 8:00 am</h1>')
  expect(page).toContain('type="password"')
  expect(page).not.toMatch(/Van 1|Dora|400 111/)
  const sealed = JSON.parse(/id="sealed">(.*?)<\/script>/.exec(page)?.[1] ?? '') as Sealed // as seal.ts writes it
  expect(sealed.iterations).toBe(600_000)
  const inside = JSON.parse(await opened(sealed, PASSPHRASE)) as { body: string; csv: string; pdf: string }
  expect(inside.body).toContain('Dora Driver')
  expect(inside.csv).toContain('Trip,Zone,Vehicle')
  expect(Buffer.from(inside.pdf, 'base64').toString('latin1')).toMatch(/^%PDF-/)
  await expect(opened(sealed, 'correct horse battery stapler')).rejects.toThrow()
  await expect(opened({ ...sealed, about: '2026-11-23T22:00:00.000Z' }, PASSPHRASE)).rejects.toThrow()
})
