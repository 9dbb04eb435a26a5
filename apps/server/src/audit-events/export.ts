import { Readable } from 'node:stream'
import type { AuditEvent } from '@ambit/contract'
import { type CsvColumn, csvStream } from '../http/csv-stream.ts'

type Sealed = AuditEvent & { seal: number | null }

const columns: readonly CsvColumn<Sealed>[] = [
  ['ID', ({ id }) => id],
  ['Time (UTC)', ({ at }) => at],
  ['Who', ({ actor_name, actor_kind }) => actor_name ?? actor_kind],
  ['Kind of actor', ({ actor_kind }) => actor_kind],
  ['Actor ID', ({ actor_id }) => actor_id],
  ['Did', ({ action }) => action],
  ['Operation', ({ operation }) => operation],
  ['Kind of record', ({ record_kind }) => record_kind],
  ['Record ID', ({ record_id }) => record_id],
  ['Record', ({ record_name }) => record_name],
  ['Changes', ({ changes }) => JSON.stringify(changes)],
  ['Reason', ({ reason }) => reason],
  ['Via', ({ via }) => via],
  ['Region', ({ region_name }) => region_name],
  ['Zone ID', ({ zone_id }) => zone_id],
  ['Request', ({ request_id }) => request_id],
  ['Address', ({ address }) => address],
  ['Seal', ({ seal }) => seal],
]

export const asCsv = (slices: AsyncIterable<Sealed[]>): Readable => csvStream(columns, slices)

/** One event a line. */
export const asJsonLines = (slices: AsyncIterable<Sealed[]>): Readable => {
  async function* lines(): AsyncGenerator<string> {
    for await (const slice of slices) yield slice.map((event) => `${JSON.stringify(event)}\n`).join('')
  }
  return Readable.from(lines(), { objectMode: false })
}
