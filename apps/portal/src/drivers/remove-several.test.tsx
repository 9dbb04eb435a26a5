import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { NOW, startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const grid = () => screen.findByRole('grid', { name: 'Drivers' })
const hire = async (username: string, name: string) => {
  const [first_name = '', last_name = ''] = name.split(' ')
  const body = { first_name, last_name, username, email: `${username}@example.org`, status: 'approved' as const }
  return (await portal.server.client('fleet_manager').call(api.drivers.create, { body })).data
}
/** From the selected rows to the question, and the code that it asks for. */
const askToDelete = async (names: readonly string[]) => {
  const { user } = portal
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  expect(screen.getByText(`${names.length} items selected`)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await portal.dialog(`Delete ${names.length} driver${names.length === 1 ? '' : 's'}?`)
  const code = within(await dialog.findByText('To confirm, type')).getByRole('strong').textContent ?? ''
  return { dialog, code }
}
const onDuty = async (driver_id: number) => {
  const office = portal.server.client('operations_manager')
  const time_zone = 'Australia/Brisbane'
  const { data: region } = await office.call(api.regions.create, { body: { name: 'Depots', time_zone } })
  const { data: zone } = await office.call(api.zones.create, {
    body: { name: 'Depot', abbreviation: 'Dep', region_id: region.id, time_zone },
  })
  const inHours = (hours: number): string => new Date(Date.parse(NOW) + hours * 3600_000).toISOString()
  await office.call(api.servicePlans.create, {
    body: { zone_id: zone.id, driver_id, start_time: inHours(1), end_time: inHours(3) },
  })
}

describe('Deleting several drivers', () => {
  // covers: DRAFT-31..33, DRAFT-35..40
  test('deleting several drivers needs a typed code, reports each result and retries only what failed', async () => {
    await hire('ada', 'Ada Crew')
    const bo = await hire('bo', 'Bo Crew')
    const cleo = await hire('cleo', 'Cleo Crew')
    await onDuty(cleo.id)
    await portal.open('fleet_manager', '/DriverManagement?search=Crew')
    const { user } = portal
    const { dialog, code } = await askToDelete(['Ada Crew', 'Bo Crew', 'Cleo Crew'])
    expect(dialog.getByText(/This cannot be undone/)).toBeVisible()
    expect(code).toMatch(/^[A-Z2-9]{4}$/)
    const confirm = dialog.getByRole('button', { name: 'Delete' })
    const typed = dialog.getByRole('textbox', { name: 'Code' })
    await waitFor(() => expect(typed).toHaveFocus())
    expect(confirm).toBeDisabled()
    await portal.fill(typed, `${code.slice(0, 3)}!`)
    expect(confirm).toBeDisabled()
    await user.keyboard('{Enter}')
    expect(typed).toBeVisible()
    await portal.fill(typed, code)
    expect(confirm).toBeEnabled()

    // The server holds everybody up for a moment, and fails for Bo.
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const isBos = (path: string): boolean => path.endsWith(`/${bo.id}`)
    const mend = calls.answer(api.drivers.destroy, async (ask, { path }) => {
      await held
      return isBos(path) ? refusal(500, 'internal', 'The server failed for a moment.') : ask()
    })
    await user.click(confirm)
    expect(await dialog.findByText('Working on 3 items')).toBeVisible()
    await user.keyboard('{Escape}')
    expect(dialog.getByText('Working on 3 items')).toBeVisible()
    release()

    expect(await dialog.findByText('1 out of 3 items successful')).toBeVisible()
    const failed = () => dialog.getAllByRole('listitem')
    const itemOf = (name: string) => failed().find((item) => item.textContent.startsWith(name))!
    expect(failed()).toHaveLength(2)
    expect(itemOf('Bo Crew')).toBeVisible()
    const cleos = within(itemOf('Cleo Crew'))
    const reason = () => cleos.queryByText(/It is still used by service plans/)
    expect(reason()).toBeNull()
    await user.click(cleos.getByText('More...'))
    expect(reason()).toBeVisible()
    await user.click(cleos.getByText('Less...'))
    expect(reason()).toBeNull()

    const before = calls.of(api.drivers.destroy).length
    mend()
    await user.click(dialog.getByRole('button', { name: 'Retry 2 failed' }))
    expect(await dialog.findByText('2 out of 3 items successful')).toBeVisible()
    const again = calls.of(api.drivers.destroy).slice(before)
    expect(again.map(({ path }) => Number(path.split('/').at(-1))).toSorted()).toEqual([bo.id, cleo.id])
    expect(failed()).toEqual([itemOf('Cleo Crew')])
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!)
    await portal.noDialog()
    const rest = within(await grid())
    await waitFor(() => expect(rest.getAllByRole('row', { name: /Crew/ })).toHaveLength(1))
    expect(rest.getByRole('row', { name: /Cleo Crew/ })).toBeVisible()
    expect(screen.queryByText(/items selected/)).toBeNull()
  })

  test('deleting drivers while offline deletes none and can be tried again', async () => {
    await hire('dirkoff', 'Dirk Offline')
    await portal.open('fleet_manager', '/DriverManagement?search=dirkoff')
    const { user } = portal
    const { dialog, code } = await askToDelete(['Dirk Offline'])
    await portal.fill(dialog.getByRole('textbox', { name: 'Code' }), code.toLowerCase())
    const mend = calls.answer(api.drivers.destroy, () => Promise.reject(new TypeError('Failed to fetch')))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await dialog.findByText('0 out of 1 items successful')).toBeVisible()
    await user.click(dialog.getByText('More...'))
    expect(await dialog.findByText('The server cannot be reached. Nothing was changed.')).toBeVisible()
    mend()
    await user.click(dialog.getByRole('button', { name: 'Retry 1 failed' }))
    expect(await dialog.findByText('1 out of 1 items successful')).toBeVisible()
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!)
    expect(await within(await grid()).findByText('No data available')).toBeVisible()
  })

  test('a dispatcher has no button to delete several drivers', async () => {
    await hire('eveonly', 'Eve Only')
    await portal.open('dispatcher', '/DriverManagement?search=eveonly')
    await within(await grid()).findByRole('row', { name: /Eve/ })
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  })
})
