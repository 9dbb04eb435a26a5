import { counted } from '@ambit/domain'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escape } from '../http/html.ts'
import type { Sealed } from './seal.ts'
import type { Sheet, SheetPerson, SheetStop, SheetTrip } from './sheet.ts'

const part = (name: string): string => readFileSync(join(import.meta.dirname, 'page', name), 'utf8')

/** One file without anything from elsewhere: it opens from a folder, in any browser, without a network. */
const documentOf = (
  { title, paper }: Pick<Sheet, 'title' | 'paper'>,
  body: string,
  scripts: readonly string[],
): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escape(title)}</title><style>${part('sheet.css')}@page{size:${paper}}</style></head>
<body>${body}${scripts.map((script) => `<script>${script}</script>`).join('')}</body></html>
`

export const htmlOf = (sheet: Sheet): string => documentOf(sheet, bodyOf(sheet), [part('age.js')])

/** The page of an encrypted pack: its moment, its age and a field for the passphrase, which brings the rest. */
export const sealedHtmlOf = ({ title, paper, moment, written }: Sheet, sealed: Sealed): string =>
  documentOf(
    { title, paper },
    `<header><p>${escape(title)}</p><h1>${escape(moment)}</h1>${ageOf(written)}</header>
<main><form><p><label for="passphrase">Passphrase</label></p><p><input id="passphrase" name="passphrase" type="password" autocomplete="off" autofocus required> <button>Open</button></p><p id="told" role="alert"></p></form></main>
<script type="application/json" id="sealed">${JSON.stringify(sealed)}</script>`,
    [part('age.js'), part('open.js')],
  )

const ageOf = (written: Date): string =>
  `<p class="age" role="status" data-written="${written.toISOString()}">Written ${written.toISOString()}</p>`

export const bodyOf = (sheet: Sheet): string => {
  const { title, moment, written, bookings, trips, waiting, contact } = sheet
  return `<header><p>${escape(title)}</p><h1>${escape(moment)}</h1>
${ageOf(written)}
<p class="count"><strong>${bookings}</strong> ${bookings === 1 ? 'booking' : 'bookings'} on ${trips.length} ${trips.length === 1 ? 'trip' : 'trips'} of the next 24 hours${waiting.length === 0 ? '' : `, ${waiting.length} without a vehicle`}</p>
${contact === null ? '' : `<p>Contact: ${escape(contact)}</p>`}</header>
<main>${trips.length === 0 ? '<p>No trips in the next 24 hours.</p>' : contents(trips)}${waiting.length === 0 ? '' : waitingTable(waiting)}${trips.map(tripOf).join('\n')}</main>`
}

const contents = (trips: readonly SheetTrip[]): string =>
  `<nav aria-label="Trips"><h2>Trips</h2><table><thead><tr><th>Vehicle</th><th>Driver</th><th>Phone</th><th>Time</th><th>Zone</th><th>Bookings</th></tr></thead><tbody>${trips
    .map(
      (trip) =>
        `<tr><td><a href="#trip-${trip.id}">${escape(trip.vehicle)}</a></td><td>${escape(trip.driver)}</td><td>${escape(trip.phone)}</td><td>${escape(trip.time)}</td><td>${escape(trip.zone)}</td><td>${bookingsOf(trip)}</td></tr>`,
    )
    .join('')}</tbody></table></nav>`

const bookingsOf = ({ stops }: SheetTrip): number =>
  new Set(stops.flatMap(({ people }) => people.map(({ booking }) => booking))).size

const waitingTable = (people: readonly SheetPerson[]): string =>
  `<section><h2>Bookings without a vehicle</h2><table><thead><tr><th>Pick-up</th><th>Passenger</th><th>Journey</th><th>Notes</th><th>Fare</th></tr></thead><tbody>${people
    .map(
      (one) =>
        `<tr><td>${escape(one.window)}</td><td>${personOf(one)}</td><td>${escape(one.journey)}</td><td>${escape(one.notes)}</td><td>${escape(one.fare)}</td></tr>`,
    )
    .join('')}</tbody></table></section>`

const tripOf = (trip: SheetTrip): string =>
  `<section class="trip" id="trip-${trip.id}"><h2>${escape(trip.vehicle)}</h2>
<p>${escape(trip.driver)} ${escape(trip.phone)} · ${escape(trip.time)} · ${escape(trip.zone)} · ${escape(trip.name)}</p>
<table><thead><tr><th>Time</th><th>Stop</th><th>Passengers</th><th>Notes and fare</th><th>What happened</th></tr></thead>${trip.stops.map(stopOf).join('')}</table>
${trip.stops.length === 0 ? '<p>No stops yet.</p>' : ''}
<p class="by">Written by <span class="line"></span></p></section>`

const stopOf = (stop: SheetStop): string => {
  const span = Math.max(1, stop.people.length)
  const place = `<td rowspan="${span}"><b>${escape(stop.arrive)}</b><br>leave ${escape(stop.leave)}<br>${happened(['Arrived', 'Left'])}${known(stop.done)}</td><td rowspan="${span}">${stop.number}. <b>${escape(stop.name)}</b>${lines(stop.address, stop.note)}</td>`
  const [first, ...others] = stop.people.map(
    (one) =>
      `<td>${one.what === 'Board' ? '▲' : '▼'} ${one.what}: ${personOf(one)}</td><td>${[one.notes, one.fare]
        .filter((text) => text !== '')
        .map(escape)
        .join(
          '<br>',
        )}</td><td>${happened(one.what === 'Board' ? ['Boarded', 'Not come'] : ['Set down'])}${known(one.done)}</td>`,
  )
  return `<tbody><tr>${place}${first ?? '<td></td><td></td><td></td>'}</tr>${others.map((cells) => `<tr>${cells}</tr>`).join('')}</tbody>`
}

const personOf = (one: SheetPerson): string =>
  `<b>${escape(one.name)}</b>${lines(one.phone, [one.party, wheelchairsOf(one)].filter((text) => text !== '').join(', '), `Booking ${one.booking}`)}`

export const wheelchairsOf = ({ wheelchairs }: SheetPerson): string =>
  wheelchairs === 0 ? '' : counted(wheelchairs, 'wheelchair')

const lines = (...texts: string[]): string =>
  texts
    .filter((text) => text !== '')
    .map((text) => `<br>${escape(text)}`)
    .join('')

const known = (done: string): string => (done === '' ? '' : `<span class="done">${escape(done)}</span>`)

const happened = (words: readonly string[]): string =>
  words.map((word) => `<span class="box">☐ ${word} <span class="line"></span></span>`).join('')
