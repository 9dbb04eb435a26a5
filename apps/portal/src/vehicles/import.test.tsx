import { api } from '@ambit/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { calls, noNetwork } from '../testing/calls.ts'
import { buy } from '../testing/fleet.ts'
import { nextDownload } from '../testing/downloads.ts'
import { notice, notices } from '../testing/notices.ts'
import { startPortal } from '../testing/start-portal.ts'
import { timers } from '../testing/timers.ts'

const portal = startPortal()

const HEAD =
  'Registration Number,Vehicle ID,Make,Number of Doors,Actual Passenger Capacity,Wheelchair Passenger Capacity'

type Line = { name: string; make?: string; doors?: string; seats?: string }
const lineOf = ({ name, make = 'Ford', doors = '4', seats = '8' }: Line): string =>
  `P ${name},N ${name},${make},${doors},${seats},1`
const csv = (lines: readonly string[], name = 'fleet.csv') => fileOf([HEAD, ...lines].join('\n'), name)
/** Read as a browser reads it; jsdom's own files cannot be. */
const fileOf = (text: string, name = 'odd.csv'): File =>
  Object.assign(new File([text], name, { type: 'text/csv' }), {
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  })
const named = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => lineOf({ name: `${name} ${at}` }))

const dialog = () => within(screen.getByRole('dialog', { name: 'Import vehicles' }))
const importButton = () => dialog().getByRole('button', { name: 'Import' })
const fileField = () => dialog().getByLabelText('CSV file')
const choose = (file: File) => portal.user.upload(fileField(), file)
const sent = () => calls.of(api.vehicles.bulkImport)
const openImport = async (search = '') => {
  await portal.open('fleet_manager', `/VehicleManagement?${search}d=VehicleImportDialog-create`)
  await screen.findByRole('dialog', { name: 'Import vehicles' })
  await dialog().findByLabelText('CSV file')
}
/** the numbers of the vehicles in the list, behind the dialog or not */
const listed = () => within(screen.getByRole('grid', { name: 'Vehicles', hidden: true })).queryAllByText(/^N /)
const total = async (search: string) => {
  const query = { search, per_page: 1 }
  return (await portal.server.client('fleet_manager').call(api.vehicles.list, { query })).meta.total
}

describe('Importing vehicles', () => {
  // covers: VEH-04, VEH-30, VEH-31, VEH-99, VEH-100, VEH-102
  test('a CSV file is checked before any row of it is sent', async () => {
    const { user } = portal
    await portal.open('fleet_manager', '/VehicleManagement')
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    await screen.findByRole('dialog', { name: 'Import vehicles' })
    const template = await dialog().findByRole('link', { name: 'bulk_vehicle_import_template.xlsx' })
    expect(template).toHaveAttribute('download', 'bulk_vehicle_import_template.xlsx')
    const workbook = await fetch(template.getAttribute('href') ?? '')
    expect((await workbook.text()).slice(0, 2)).toBe('PK')
    expect(importButton()).toBeDisabled()
    expect(fileField()).toHaveAttribute('accept', '.csv')
    expect(fileField()).not.toHaveAttribute('multiple')
    await userEvent.upload(fileField(), fileOf('PK', 'fleet.xlsx'), { applyAccept: false })
    expect(await dialog().findByRole('alert')).toHaveTextContent('Only a .csv file can be imported.')
    expect(importButton()).toBeDisabled()
    const files = [fileOf('x', 'a.csv'), fileOf('x', 'b.csv')]
    fireEvent.drop(dialog().getByText('or drop it here'), { dataTransfer: { files } })
    await waitFor(() => expect(dialog().getByRole('alert')).toHaveTextContent(/^One file at a time, please.$/))
    expect(importButton()).toBeDisabled()

    await choose(
      csv([
        lineOf({ name: 'seen' }),
        lineOf({ name: 'odd', doors: '11', seats: 'many' }),
        lineOf({ name: 'trick', make: '=1+1' }),
        lineOf({ name: 'SEEN' }),
      ]),
    )
    const table = within(await dialog().findByRole('table', { name: 'Rows of the file' }))
    const rows = () => table.getAllByRole('row')
    expect(dialog().getByText('fleet.csv')).toBeVisible()
    expect(dialog().getByText(/4 rows:/)).toHaveTextContent(
      /^4 rows: 1 can be imported, 3 with problems, which will be left out.$/,
    )
    expect(rows()).toHaveLength(5)
    expect(rows()[1]).toHaveTextContent('Ready')
    expect(rows()[2]).toHaveTextContent('Doors are from 0 to 10')
    expect(rows()[2]).toHaveTextContent('Please enter a capacity')
    expect(rows()[3]).toHaveTextContent('Make holds a formula. Paste its value instead')
    expect(rows()[4]).toHaveTextContent('The registration number is in row 2 as well')
    await user.click(dialog().getByRole('switch', { name: 'Only rows with problems' }))
    await waitFor(() => expect(rows()).toHaveLength(4))
    expect(importButton()).toBeEnabled()
    await choose(csv([lineOf({ name: 'odd', doors: '11' })]))
    expect(await dialog().findByText('No row can be imported as it is.')).toBeVisible()
    expect(importButton()).toBeDisabled()
    expect(sent()).toEqual([])
  })

  // @test-tag long
  test('the preview names the vehicles of a file that exist already', async () => {
    await buy(portal.server, 'twice')
    await openImport()
    await choose(csv([lineOf({ name: 'TWICE' }), lineOf({ name: 'once' })]))
    const table = within(await dialog().findByRole('table', { name: 'Rows of the file' }))
    const [, twice, once] = table.getAllByRole('row')
    expect(twice).toHaveTextContent('This license plate is already taken')
    expect(twice).not.toHaveTextContent('Ready')
    expect(once).toHaveTextContent('Ready')
    expect(dialog().getByText(/2 rows: 1 can be imported, 1 with problems/)).toBeVisible()
    expect(sent()).toEqual([])
  })

  test('a preview without an answer from the server says that existing vehicles were not looked up', async () => {
    await openImport()
    calls.answer(api.vehicles.checkImport, () => Response.json({}, { status: 503 }))
    await choose(csv([lineOf({ name: 'unknown' })]))
    expect(await dialog().findByText(/Existing vehicles could not be looked up/)).toBeVisible()
    expect(importButton()).toBeEnabled()
  })

  // covers: VEH-113..118, NOTE-10
  test('a finished import shows a notice for four and a half seconds and returns to the list with the new vehicles', async () => {
    await openImport('search=brought&')
    await choose(csv(named('brought', 3)))
    await waitFor(() => expect(importButton()).toBeEnabled())
    const words = '3 Vehicles imported successfully'
    timers.hold()
    await portal.user.click(importButton())
    await timers.until(() => expect(notices(words)).toHaveLength(1))
    expect(notices(words)[0]).toHaveTextContent('Success')
    await timers.pass(3500)
    expect(notices(words)).toHaveLength(1)
    await timers.pass(2500)
    await timers.until(() => expect(notices(words)).toEqual([]))
    timers.go()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(portal.address()).not.toContain('d=')
    await waitFor(() => expect(listed()).toHaveLength(3))
    const grid = within(screen.getByRole('grid', { name: 'Vehicles' }))
    expect(grid.getByRole('row', { name: /N brought 2/ })).toHaveTextContent('Ford')
  })

  // covers: VEH-84..88, VEH-119..124
  test('refused rows are listed with reasons, downloaded as a file, corrected and sent again', async () => {
    const { user } = portal
    await buy(portal.server, 'owned')
    await openImport('search=mended&')
    const lines = ['P owned,N mended 2,Ford,4,8,1', lineOf({ name: 'mended 3', doors: '11' })]
    await choose(csv([lineOf({ name: 'mended 1' }), ...lines]))
    await waitFor(() => expect(importButton()).toBeEnabled())
    await user.dblClick(importButton())
    const heading = 'Could not upload CSV due to the following errors:'
    expect(await dialog().findByRole('heading', { name: heading })).toBeVisible()
    expect(sent().map(({ body }) => body)).toMatchObject([[{ vehicle_number: 'N mended 1' }]])
    expect(dialog().getByText('Imported: 1. Not imported: 2.')).toBeVisible()
    const alert = (name: string) => dialog().getByRole('alert', { name })
    expect(alert('License Plate: P owned, Vehicle Number: N mended 2')).toHaveTextContent(
      'Error: This license plate is already taken',
    )
    expect(alert('License Plate: P mended 3, Vehicle Number: N mended 3')).toHaveTextContent(
      'Error: Doors are from 0 to 10',
    )
    const alerts = () =>
      dialog()
        .getAllByRole('alert')
        .filter(({ textContent }) => textContent.includes('License Plate'))
    expect(alerts()).toHaveLength(2)
    expect(notices()).toEqual([])
    await waitFor(() => expect(listed().map(({ textContent }) => textContent)).toEqual(['N mended 1']))

    const download = nextDownload()
    await user.click(dialog().getByRole('button', { name: 'Download the failed rows' }))
    const { name, content } = await download
    expect(name).toBe('vehicles-failed.csv')
    const failed = await textOf(content)
    expect(failed).toContain('P mended 3,N mended 3,Ford,11,8,1,Doors are from 0 to 10')
    await choose(fileOf(failed.replace('P owned', 'P mended 2').replace(',11,', ',4,'), 'mended.csv'))
    expect(await dialog().findByText('2 rows: 2 can be imported.')).toBeVisible()
    expect(dialog().getByText('Not read: Error.')).toBeVisible()
    await user.click(importButton())
    expect(await screen.findByText('2 Vehicles imported successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(listed()).toHaveLength(3))
  })
})

/** jsdom's blobs know no `text`. */
const textOf = (content: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string)) // read as text
    reader.readAsText(content)
  })

describe('An import that fails', () => {
  // @test-tag long
  test('an import stops when an answer is lost, and continuing it neither loses nor doubles a row', async () => {
    const { user } = portal
    let broken = true
    await openImport()
    calls.answer(api.vehicles.bulkImport, async (ask) => {
      const answer = await ask()
      if (!broken || sent().length === 1) return answer
      broken = false
      return noNetwork() // the server has done it, and its answer is lost
    })
    await choose(csv(named('dropped', 501)))
    await waitFor(() => expect(importButton()).toBeEnabled())
    await user.click(importButton())
    expect(await dialog().findByText(/^Stopped after 500 of 501 rows\./)).toBeVisible()
    expect(await notice('The server cannot be reached.')).toHaveTextContent('Import vehicles')
    await user.click(dialog().getByRole('button', { name: 'Close' }))
    const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    await user.click(await dialog().findByRole('button', { name: 'Resume' }))
    expect(await screen.findByText('501 Vehicles imported successfully')).toBeVisible()
    const keys = sent().map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(3)
    expect(keys[1]).toBe(keys[2])
    expect(new Set(keys).size).toBe(2)
    expect(await total('dropped')).toBe(501)
  })

  // @test-tag long
  test('a file without a list of vehicles is refused with a reason', async () => {
    await openImport()
    const many = Array.from({ length: 20_001 }, (_, at) => `P ${at},N ${at},,,8,1`)
    const files: [string, string][] = [
      ['', 'This file is empty.'],
      ['Name,Phone\nMia,1', 'None of the columns is recognised. The file has: Name, Phone.'],
      ['Make,Vehicle ID\nFord,1', 'The file has no column "Actual Passenger Capacity"'],
      ['PK\u0003\u0004', 'This is a workbook with the name of a CSV file.'],
      [[HEAD, ...many].join('\n'), 'This file holds more than 20,000 rows.'],
    ]
    for (const [text, problem] of files) {
      await choose(fileOf(text))
      await waitFor(() => expect(dialog().getByRole('alert')).toHaveTextContent(problem))
      expect(importButton()).toBeDisabled()
    }
    const gone = Object.assign(csv(named('gone', 1)), { arrayBuffer: () => Promise.reject(new Error('It was moved')) })
    await choose(gone)
    await waitFor(() => expect(dialog().getByRole('alert')).toHaveTextContent('This file can no longer be read.'))
  })
})
