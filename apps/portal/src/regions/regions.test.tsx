import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const grid = () => screen.findByRole('grid', { name: 'Regions' })
const row = async (name: RegExp) => within(await grid()).findByRole('row', { name })
const rows = async () => within(await grid()).getAllByRole('row')
const found = async (name: string, more: object = {}) => {
  const body = { name, time_zone: 'Australia/Brisbane', ...more }
  return (await portal.server.client('operations_manager').call(api.regions.create, { body })).data
}

describe('Regions', () => {
  // covers: REG-01..04, REG-10..12
  test('an operations manager sees regions in a table, searches and filters them', async () => {
    await found('Rolling Downs', { status: 'blocked' })
    await found('Plain Plateau')
    await portal.open('operations_manager', '/')
    const { user } = portal
    await user.click(await screen.findByRole('link', { name: 'Regions' }))
    expect(await screen.findByRole('heading', { name: 'Regions', level: 1 })).toBeVisible()
    expect(portal.address()).toBe('/RegionManagement')
    expect(screen.getByRole('button', { name: 'Create Region' })).toBeVisible()
    const headings = within(await grid()).getAllByRole('columnheader')
    const words = ['ID', 'Region Name', 'Status', 'Time Zone', 'Zones', 'Vehicles', 'Schedules', 'Actions']
    expect(headings.map((heading) => heading.textContent)).toEqual(words)
    expect(screen.getByRole('navigation', { name: 'Pages' })).toBeVisible()

    expect(
      within(await row(/Rolling Downs/))
        .getByText('Blocked')
        .closest('[data-tone]'),
    ).toHaveAttribute('data-tone', 'danger')
    expect(
      within(await row(/Plain Plateau/))
        .getByText('Active')
        .closest('[data-tone]'),
    ).toHaveAttribute('data-tone', 'success')
    const filter = screen.getByRole('radiogroup', { name: 'Region Status' })
    expect(within(filter).getAllByRole('radio')).toHaveLength(3)
    await user.click(within(filter).getByText('Blocked'))
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    expect(portal.address()).toContain('filter.status=blocked')
    expect(calls.of(api.regions.list).at(-1)?.query.get('filter[status]')).toBe('blocked')
    await user.click(within(filter).getByText('Active'))
    await row(/Plain Plateau/)
    expect(portal.address()).toContain('filter.status=active')
    expect(within(await grid()).queryByText('Rolling Downs')).toBeNull()
    await user.click(within(filter).getByText('All'))
    await row(/Rolling Downs/)
    await user.type(screen.getByPlaceholderText('Filter by region name ...'), 'rolling')
    await waitFor(async () => expect(await rows()).toHaveLength(2))
  })

  // covers: REG-18
  test("an operations manager changes a region's name and reads that it was saved", async () => {
    const region = await found('Upper Valley')
    await portal.open('operations_manager', '/RegionManagement?search=upper')
    const { user } = portal
    await user.click(await row(/Upper Valley/))
    const dialog = within(await screen.findByRole('dialog', { name: 'Upper Valley' }))
    expect(portal.address()).toMatch(new RegExp(`d=RegionDialog-view-${region.id}$`))
    await user.click(await dialog.findByText('Edit Mode'))
    await portal.fill(await dialog.findByLabelText(/Region Name/), 'Upper Valleys')
    await portal.fill(dialog.getByRole('combobox', { name: 'Time Zone' }), 'perth')
    await user.click(await screen.findByRole('option', { name: 'Australia/Perth' }))
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText('Your region details have been successfully updated')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await row(/Upper Valleys/)).toHaveTextContent('Australia/Perth')
  })

  // covers: REG-22
  test('a region that cannot be shown is deselected and reported in the error list', async () => {
    await found('Lost Island')
    await portal.open('operations_manager', '/RegionManagement')
    calls.answer(api.regions.show, () => refusal(404, 'not_found'))
    await row(/Lost Island/)
    const crumb = screen.getByRole('combobox', { name: 'Region of this page' })
    await portal.fill(crumb, 'lost')
    await portal.user.click(await screen.findByRole('option', { name: 'Lost Island' }))
    expect(await screen.findByText('Error in Select Region')).toBeVisible()
    expect(portal.address()).toMatch(/\/RegionManagement$/)
    await portal.open('operations_manager', '/RegionManagement/nowhere')
    expect(await screen.findByText('Error in Select Region')).toBeVisible()
    expect(portal.address()).toMatch(/\/RegionManagement$/)
  })
})
