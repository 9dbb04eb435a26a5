import { api, seriesImportColumns } from '@ambit/contract'
import { buildSmallTown, type SmallTown, stopPoint } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { nextDownload } from '../testing/downloads.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
})

const opened = async () => {
  await portal.open('dispatcher', '/RecurringJourneys')
  await portal.user.click(await screen.findByRole('button', { name: 'Import' }))
  return openedDialog(portal, 'Import recurring journeys')
}
type Opened = Awaited<ReturnType<typeof opened>>
const choose = (dialog: Opened, text: string) =>
  portal.user.upload(
    dialog.element.querySelector<HTMLInputElement>('input[type=file]')!,
    new File([text], 'series.csv'),
  )
const spot = (name: 'Market' | 'Station') => [name, stopPoint(name)[1], stopPoint(name)[0]].join(';')
const ends = ['There from', 'There to'].flatMap((end) => [end, `${end} latitude`, `${end} longitude`]).join(';')

// covers: JRN-32
test('a CSV file of recurring journeys is imported with the outcome of each row, and what was not added is saved with its reason', async () => {
  const { user } = portal
  const traveler = await town.passenger('Maria Imported')
  const dialog = await opened()
  await choose(dialog, 'Passenger,Days\r\nMaria Imported,Monday')
  expect(await dialog.findByText(/^The file lacks one of the columns Days, First date, There from/)).toBeVisible()
  await choose(
    dialog,
    [
      `Passenger;Days;First date;There time;${ends}`,
      `Maria Imported;Mon Wed;2026-11-30;10:00;${spot('Market')};${spot('Station')}`,
      `Nobody Here;Mon;2026-11-30;10:00;${spot('Market')};${spot('Station')}`,
    ].join('\r\n'),
  )
  const run = await dialog.findByRole('button', { name: 'Import 2 rows' })
  await waitFor(() => expect(run).toBeEnabled())
  await user.click(run)
  expect(await dialog.findByText('1 added, 1 not.')).toBeVisible()
  const outcomes = within(dialog.getByRole('list', { name: 'Outcome of each row' })).getAllByRole('listitem')
  expect(outcomes.map(({ textContent }) => textContent)).toEqual([
    'Row 3Nobody HerePassenger: there is no such passenger',
    'Row 2Maria Imported: Every Monday and Wednesday, 10:00, Market → StationAdded',
  ])
  const { data } = await portal.server
    .client('dispatcher')
    .call(api.bookingSeries.list, { query: { filter: { traveler: [traveler] } } })
  expect(data).toMatchObject([{ words: 'Every Monday and Wednesday', starts_on: '2026-11-30' }])

  const saved = nextDownload()
  await user.click(dialog.getByRole('button', { name: 'Download what was not added' }))
  const { name, content } = await saved
  const text = await content.text()
  expect(name).toBe('recurring-journeys-not-added.csv')
  expect(text).toContain('Nobody Here')
  expect(text).toContain('Passenger: there is no such passenger')
  expect(text).not.toContain('Maria Imported')
})

test('the template names every column of an import of recurring journeys', async () => {
  const dialog = await opened()
  const saved = nextDownload()
  await portal.user.click(dialog.getByRole('button', { name: 'Download a template' }))
  const { name, content } = await saved
  const text = await content.text()
  expect(name).toBe('recurring-journeys-template.csv')
  expect(text.replace('\uFEFF', '').split('\r\n')[0]).toBe(seriesImportColumns.join(','))
})

test('those who may only read recurring journeys find no import', async () => {
  await portal.open({ permissions: ['TravellerManagement:series:canRead'] }, '/RecurringJourneys')
  expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})
