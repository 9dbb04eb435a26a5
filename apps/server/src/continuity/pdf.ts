import { openPdf } from '../pdf/document.ts'
import { wheelchairsOf } from './html.ts'
import type { Sheet, SheetPerson, SheetStop, SheetTrip } from './sheet.ts'

const MARGIN = 30
const PADDING = 3
const SIZE = 8
/** Points of A4 across, without the margins: time, stop, passenger, notes and fare, what happened. */
const WIDTHS = [72, 128, 150, 100, 85] as const

type Cell = string
type Page = PDFKit.PDFDocument

/** The same as the page, a trip on a sheet of its own. Long texts wrap; nothing is cut. */
export const pdfOf = async (sheet: Sheet): Promise<Uint8Array> => {
  const { doc, bytes } = openPdf({ paper: sheet.paper, margin: MARGIN, title: sheet.title, made: sheet.written })
  first(doc, sheet)
  for (const trip of sheet.trips) tripOn(doc, trip)
  doc.end()
  return bytes
}

const first = (doc: Page, { title, moment, bookings, trips, waiting, contact }: Sheet): void => {
  doc.font('plain').fontSize(11).text(title)
  doc.font('bold').fontSize(24).text(moment)
  doc.font('plain').fontSize(11).text(`${bookings} bookings on ${trips.length} trips of the next 24 hours`)
  if (contact !== null) doc.text(`Contact: ${contact}`)
  doc.moveDown()
  rowOn(doc, ['Time', 'Vehicle', 'Driver', 'Phone', 'Zone'], 'bold')
  for (const trip of trips) rowOn(doc, [trip.time, trip.vehicle, trip.driver, trip.phone, trip.zone])
  if (waiting.length === 0) return
  doc.moveDown()
  doc.font('bold').fontSize(12).text('Bookings without a vehicle', MARGIN)
  for (const one of waiting) rowOn(doc, [one.window, one.journey, personOf(one), joined(one.notes, one.fare), ''])
}

const tripOn = (doc: Page, trip: SheetTrip): void => {
  doc.addPage()
  doc.font('bold').fontSize(16).text(trip.vehicle)
  doc.font('plain').fontSize(10).text(`${trip.driver} ${trip.phone} · ${trip.time} · ${trip.zone} · ${trip.name}`)
  doc.moveDown(0.5)
  rowOn(doc, ['Time', 'Stop', 'Passengers', 'Notes and fare', 'What happened'], 'bold')
  for (const stop of trip.stops) for (const cells of rowsOf(stop)) rowOn(doc, cells)
  doc
    .font('plain')
    .fontSize(10)
    .text('Written by ______________________', MARGIN, doc.y + 10)
}

const rowsOf = (stop: SheetStop): Cell[][] => {
  const time = joined(`${stop.arrive}, leave ${stop.leave}`, stop.done, '☐ Arrived _____', '☐ Left _____')
  const place = joined(`${stop.number}. ${stop.name}`, stop.address, stop.note)
  const rows = stop.people.map((one) => [
    `${one.what}: ${personOf(one)}`,
    joined(one.notes, one.fare),
    joined(one.done, ...(one.what === 'Board' ? ['☐ Boarded ____', '☐ Not come ____'] : ['☐ Set down ____'])),
  ])
  if (rows.length === 0) return [[time, place, '', '', '']]
  return rows.map((cells, index) => (index === 0 ? [time, place, ...cells] : ['', '', ...cells]))
}

const personOf = (one: SheetPerson): string =>
  joined(one.name, one.phone, [one.party, wheelchairsOf(one)].filter((text) => text !== '').join(', '))

const joined = (...texts: string[]): string => texts.filter((text) => text !== '').join('\n')

const rowOn = (doc: Page, cells: readonly Cell[], font: 'plain' | 'bold' = 'plain'): void => {
  doc.font(font).fontSize(SIZE)
  const inner = WIDTHS.map((width) => width - 2 * PADDING)
  const height = Math.max(...cells.map((cell, index) => doc.heightOfString(cell, { width: inner[index] ?? 0 })))
  const tall = height + 2 * PADDING
  if (doc.y + tall > doc.page.height - MARGIN && doc.y > MARGIN) doc.addPage()
  const top = doc.y
  let left = MARGIN
  for (const [index, cell] of cells.entries()) {
    const width = WIDTHS[index] ?? 0
    doc.lineWidth(0.4).rect(left, top, width, tall).stroke()
    doc.text(cell, left + PADDING, top + PADDING, { width: width - 2 * PADDING })
    left += width
  }
  doc.x = MARGIN
  doc.y = top + tall
}
