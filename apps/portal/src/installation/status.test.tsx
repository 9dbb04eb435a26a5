import { api, type InstallationStatus } from '@ambit/contract'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const GB = 1e9
const disk = {
  folder: '/srv/ambit',
  free_bytes: 60 * GB,
  total_bytes: 100 * GB,
  low: false,
  bytes_per_day: null,
  full_in_days: null,
}
const day = (date: string, bytes: number) => ({ day: date, database_bytes: bytes, free_bytes: 60 * GB })
const grown = {
  table: 'positions',
  bytes: 900e6,
  rows: 6_000_000,
  counted: false,
  bytes_per_day: 100e6,
  days: [
    { day: '2026-11-20', bytes: 700e6 },
    { day: '2026-11-22', bytes: 900e6 },
  ],
}
const small = { ...grown, table: 'users', bytes: 90_000, rows: 12, counted: true, bytes_per_day: 0, days: [] }

const showing = (changes: Partial<InstallationStatus>): (() => void) =>
  calls.answer(api.settings.status, async (ask) => {
    const { data } = (await (await ask()).json()) as { data: InstallationStatus }
    return Response.json({ data: { ...data, ...changes } })
  })

const open = async (): Promise<void> => {
  await portal.open({ permissions: ['Settings:settings:canRead'] }, '/Settings/status')
  await screen.findByRole('region', { name: 'Installation' })
}
const room = () => screen.findByRole('region', { name: 'Room on the disk' })

test('the tab Status says what the installation runs on, and that nothing was measured yet', async () => {
  await open()
  const installation = screen.getByRole('region', { name: 'Installation' })
  expect(installation).toHaveTextContent(/Product version0\.0\.0-test/)
  expect(installation).toHaveTextContent(/DatabaseEmbedded, version \d+.*MB/)
  expect(installation).toHaveTextContent(/Running for(less than two minutes|\d+ (minutes|hours|days))/)
  expect(within(installation).getByRole('link', { name: 'The public status page' })).toHaveAttribute('href', '/status')
  expect(screen.getByText('No table was measured yet')).toBeVisible()
})

// covers: OPS-100
test('size, rows and growth of the largest tables are shown, by day too, and when the disk is full', async () => {
  const back = showing({
    disk: { ...disk, bytes_per_day: 2 * GB, full_in_days: 30 },
    days: [day('2026-11-08', 2 * GB), day('2026-11-20', 3 * GB), day('2026-11-22', 3.4 * GB)],
    tables: [grown, small, { ...small, table: 'logos', rows: null }],
  })
  await open()
  expect(await room()).toHaveTextContent('60.0 GB of 100.0 GB are free (60%).')
  expect(await room()).toHaveTextContent('At the pace of the last 14 days, 2.0 GB a day, it is full in 30 days.')
  const tables = within(screen.getByRole('table', { name: 'Largest tables' }))
  expect(tables.getByRole('row', { name: /^positions/ })).toHaveTextContent('900.0 MBabout 6,000,000+100.0 MB')
  expect(tables.getByRole('row', { name: /^users/ })).toHaveTextContent('90 kB120')
  expect(tables.getByRole('row', { name: /^logos/ })).toHaveTextContent('90 kBnot known yet')
  const growth = within(screen.getByRole('table', { name: 'Growth by day' })).getAllByRole('row')
  expect(growth[1]).toHaveTextContent('Sun 22 Nov+400.0 MB+200.0 MB––60.0 GB')
  expect(growth[2]).toHaveTextContent('Fri 20 Nov+1.0 GB–––60.0 GB')
  back()
})

test('one measured day gives no pace, and a disk that does not fill is never full', async () => {
  let back = showing({ disk, days: [day('2026-11-22', GB)], tables: [{ ...grown, bytes_per_day: null }] })
  await open()
  expect(await room()).toHaveTextContent('How fast it fills is known after the second day.')
  expect(screen.getByRole('row', { name: /^positions/ })).toHaveTextContent(/not known yet$/)
  expect(screen.queryByRole('table', { name: 'Growth by day' })).toBeNull()
  back()
  back = showing({ disk: { ...disk, bytes_per_day: -1 }, days: [day('2026-11-21', GB), day('2026-11-22', GB)] })
  await open()
  expect(await room()).toHaveTextContent('In the last day it did not fill: at this pace it is never full.')
  back()
})

test('a disk with little room says what is left out until there is more', async () => {
  const back = showing({ disk: { ...disk, free_bytes: GB, low: true } })
  await open()
  expect(await room()).toHaveTextContent(/exports are refused, until there is more/)
  back()
})

test('a status that could not be loaded is asked for again by Retry', async () => {
  const back = calls.answer(api.settings.status, () => Promise.resolve(refusal(422, 'broken')))
  await portal.open('administrator', '/Settings/status')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  back()
  await portal.user.click(retry)
  expect(await screen.findByRole('region', { name: 'Installation' })).toBeVisible()
})
