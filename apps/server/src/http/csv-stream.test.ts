import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { csvStream, type CsvColumn } from './csv-stream.ts'

const columns: readonly CsvColumn<number>[] = [['Number', (value) => value]]

/** Slices without an end, how many were read, and whether reading was ended. */
const endless = () => {
  const state = { read: 0, ended: Promise.withResolvers<void>() }
  async function* slices(): AsyncGenerator<number[]> {
    try {
      for (;;) {
        state.read++
        yield Array.from({ length: 1000 }, (_, at) => at)
      }
    } finally {
      state.ended.resolve()
    }
  }
  return { state, slices: slices() }
}

describe('a CSV answer', () => {
  it('is made only as fast as it is read, and ends with its reader', async () => {
    const { state, slices } = endless()
    const stream = csvStream(columns, slices)
    let taken = 0
    for await (const chunk of stream) {
      taken += String(chunk).length
      if (taken > 1_000_000) break
    }
    await state.ended.promise
    // 1,000 numbers take 4.9 kB.
    expect(state.read).toBeLessThan(taken / 4900 + 30)
  })

  it('is cut off when the client takes nothing', async () => {
    const { state, slices } = endless()
    const stream = csvStream(columns, slices, 50)
    const cutOff = once(stream, 'error')
    // The headings are taken, and nothing after them.
    await once(stream, 'readable')
    stream.read()
    const [error] = await cutOff
    expect(String(error)).toContain('stopped reading')
    await state.ended.promise
    expect(state.read).toBeLessThan(40)
  })
})
