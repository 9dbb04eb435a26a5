import { api } from '@ambit/contract'
import { processingFileName } from '@ambit/domain'
import type { Module } from '../http/bind.ts'
import { onThread } from '../pdf/on-thread.ts'
import { processingRecords } from './records.ts'
import { sheetOf } from './sheet.ts'

/** Sixty times what it takes: most of that is reading the fonts. */
const DEADLINE_MS = 30_000

export const routes: Module = (bind, deps) => {
  bind(api.processingRecords.show, async () => ({ data: await processingRecords(deps) }))

  bind.raw(api.processingRecords.pdf, async (_call, _request, reply) => {
    const records = await processingRecords(deps)
    const bytes = await onThread<Uint8Array>(
      new URL('./render-worker.ts', import.meta.url),
      await sheetOf(deps, records),
      { what: 'The file', ms: DEADLINE_MS, signal: deps.ending.begun.signal },
    )
    return reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${processingFileName(records)}"`)
      .send(Buffer.from(bytes))
  })
}
