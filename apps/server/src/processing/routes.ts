import { api } from '@ambit/contract'
import { processingFileName } from '@ambit/domain'
import type { Module } from '../http/bind.ts'
import { drawSheet } from '../pdf/draw.ts'
import { processingRecords } from './records.ts'
import { sheetOf } from './sheet.ts'

export const routes: Module = (bind, deps) => {
  bind(api.processingRecords.show, async () => ({ data: await processingRecords(deps) }))

  bind.raw(api.processingRecords.pdf, async (_call, _request, reply) => {
    const records = await processingRecords(deps)
    const bytes = await drawSheet(deps, await sheetOf(deps, records))
    return reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${processingFileName(records)}"`)
      .send(Buffer.from(bytes))
  })
}
