// Makes the sheets of a pack on a thread of its own: see render.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { csvOf } from './csv.ts'
import { bodyOf, htmlOf, sealedHtmlOf } from './html.ts'
import type { PackBooking, PackInput, PackTrip, RenderedPack } from './pack.ts'
import { pdfOf } from './pdf.ts'
import { seal } from './seal.ts'
import { sheetOf } from './sheet.ts'

const input: PackInput = workerData
const trips = input.trips.map((text) => JSON.parse(text) as PackTrip) // as read-pack.ts writes them
const sheet = sheetOf(input, trips, JSON.parse(input.waiting) as PackBooking[])

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const filesOf = async ({ passphrase, written }: PackInput): Promise<RenderedPack['files']> => {
  const [csv, pdf] = [csvOf(sheet), await pdfOf(sheet)]
  if (passphrase === null)
    return [
      { name: 'index.html', bytes: bytesOf(htmlOf(sheet)) },
      { name: 'trips.csv', bytes: bytesOf(csv) },
      { name: 'trips.pdf', bytes: pdf },
    ]
  const inside = JSON.stringify({ body: bodyOf(sheet), csv, pdf: Buffer.from(pdf).toString('base64') })
  const sealed = await seal(inside, passphrase, written.toISOString())
  return [{ name: 'index.html', bytes: bytesOf(sealedHtmlOf(sheet, sealed)) }]
}

const rendered: RenderedPack = {
  facts: {
    format: 1,
    region_id: input.region.id,
    region_name: input.region.name,
    moment: input.moment.toISOString(),
    written_at: input.written.toISOString(),
    trips: trips.length,
    bookings: sheet.bookings,
    encrypted: input.passphrase !== null,
  },
  files: await filesOf(input),
}
parentPort?.postMessage(rendered)
