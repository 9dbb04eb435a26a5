import type { Client } from '@ambit/contract'
import { api, expect, leftToLongRun, type Page, test } from '../fixtures.ts'
import { designerPath, type DrawnZone, type LngLat, makeZone, onMap, placesOnMap, saveZone } from './drawn-zone.ts'

test.use({ blankMap: true })

const HALF = 0.01
const list = (page: Page) => page.getByRole('listbox', { name: 'Stops' })
const option = (page: Page, name: string) => list(page).getByRole('option', { name: new RegExp(`^${name}`) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const changes = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
const marks = (page: Page, name: string) =>
  option(page, name)
    .getByRole('img')
    .evaluateAll((icons) => icons.map((icon) => icon.ariaLabel))
const nothingSelected = /^\d+ stops?$/

type Stop = { name: string; point?: LngLat; [flag: string]: unknown }

/** A square zone with these stops in a row through its middle, unless they say where they are. */
const prepared = async (office: Client, name: string, stops: readonly Stop[] = []): Promise<DrawnZone> => {
  const zone = await makeZone(office, name, [{ name: 'All', east: 0, north: 0, half: HALF }])
  const [lng, lat] = zone.centre
  const added = stops.map((stop, at) => ({
    id: `$${at}`,
    point: [lng - 0.005 + at * 0.005, lat] satisfies LngLat,
    ...stop,
  }))
  if (added.length > 0)
    await office.call(api.zoneDesigns.save, { params: { id: zone.id }, body: { zone_stops: { added } } })
  return zone
}

const stopsOf = async (office: Client, { id }: DrawnZone) =>
  (await office.call(api.zoneDesigns.show, { params: { id } })).data.zone_stops

/** What was asked about a place on the map, and the answer. */
const lookUp = (page: Page) =>
  page
    .waitForResponse((response) => response.url().endsWith('/stop_addresses'))
    .then(async (response) => {
      const [asked] = (response.request().postDataJSON() as { points: LngLat[] }).points
      const { data } = api.zoneDesigns.addresses.answer.parse(await response.json())
      const [found] = data.stops
      if (asked === undefined || found == null) throw new Error('There is no street')
      return { asked, found }
    })

test.describe('Stops in the designer', () => {
  test('a stop placed by a click snaps to the side of the street and gets its address', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const office = await apiAs('administrator')
    const zone = await prepared(office, 'Placed Quarter')
    await signIn(page, 'administrator', designerPath(zone, 'stops'))
    await expect(page.getByText('No stops yet')).toBeVisible()
    await button(page, 'Place stops').click()
    await expect(page.getByText('Click the map where the stop should be. Press Escape to finish.')).toBeVisible()
    const at = await onMap(page)
    const press = async (across: number, down: number) => {
      const answer = lookUp(page)
      await page.mouse.click(...at(across, down))
      return answer
    }
    const first = await press(0.4, 0.4)
    await expect(list(page).getByRole('option')).toHaveCount(1)
    const second = await press(0.6, 0.6)
    await expect(list(page).getByRole('option')).toHaveCount(2)
    await expect(list(page).getByRole('option', { selected: true })).toHaveText(
      new RegExp(second.found.street_address ?? 'no address'),
    )
    await page.keyboard.press('Escape')
    await expect(button(page, 'Place stops')).toHaveAttribute('aria-pressed', 'false')
    await page.locator('body').press('Control+z')
    await expect(list(page).getByRole('option')).toHaveCount(1)
    await page.locator('body').press('Control+y')
    await expect(list(page).getByRole('option')).toHaveCount(2)
    await saveZone(page)
    const saved = await stopsOf(office, zone)
    for (const [index, { asked, found }] of [first, second].entries()) {
      expect(found.moved_m).toBeGreaterThan(0)
      expect(saved[index]?.point).not.toEqual(asked)
      expect(saved[index]).toMatchObject({ point: found.point, street_address: found.street_address, passenger: true })
    }
  })

  test('a dragged stop snaps again and takes the new address, and one undo puts it back', async ({
    page,
    signIn,
    apiAs,
  }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await prepared(office, 'Moved Quarter', [{ name: 'Church' }, { name: 'Mill', street_address: 'Old' }])
    const [, mill] = await stopsOf(office, zone)
    if (mill === undefined) throw new Error('The stops are missing')
    await signIn(page, 'administrator', designerPath(zone, 'stops'))
    await option(page, 'Mill').click()
    const [lng, lat] = zone.centre
    const place = await placesOnMap(page, [lng - HALF, lat - HALF, lng + HALF, lat + HALF])
    const at = await onMap(page)
    const { data: near } = await office.call(api.zoneDesigns.addresses, {
      body: { points: [[lng + 0.003, lat + 0.002]] },
    })
    const [street] = near.stops
    if (street == null) throw new Error('There is no street')
    const answer = lookUp(page)
    await expect(async () => {
      // Until the map has drawn the stop, a drag moves the map: nothing to be seen in the list.
      await page.mouse.move(...at(...place(mill.point)))
      await page.mouse.down()
      await page.mouse.move(...at(...place(street.point)), { steps: 6 })
      await page.mouse.up()
      await expect(changes(page, '1 change')).toBeVisible({ timeout: 1500 })
    }).toPass()
    const { asked, found } = await answer
    expect(found.point).not.toEqual(asked)
    await expect(option(page, 'Mill')).toContainText(found.street_address ?? 'no address')
    await page.locator('body').press('Control+z')
    await expect(option(page, 'Mill')).toContainText('Old')
    await expect(page.getByText(/^\d+ changes?$/)).toHaveCount(0)
    await page.locator('body').press('Control+y')
    await saveZone(page)
    expect((await stopsOf(office, zone))[1]).toMatchObject({
      point: found.point,
      street_address: found.street_address,
    })
  })

  test('stops are chosen, nudged and deleted with the keyboard alone', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await prepared(
      office,
      'Keyed Quarter',
      ['Church', 'Mill', 'Quay'].map((name) => ({ name })),
    )
    const [church] = await stopsOf(office, zone)
    await signIn(page, 'administrator', designerPath(zone, 'stops'))
    await list(page).focus()
    await page.keyboard.press('Space')
    await expect(option(page, 'Church')).toHaveAttribute('aria-selected', 'true')
    const handle = button(page, 'Church. Move it with the arrow keys; hold Shift to move it ten times as far.')
    await handle.press('ArrowRight')
    await handle.press('Shift+ArrowUp')
    await expect(changes(page, '1 change')).toBeVisible()
    await list(page).press('Escape')
    await expect(page.getByRole('status').getByText(nothingSelected)).toBeVisible()
    await list(page).press('End')
    await list(page).press('Shift+ArrowUp')
    await expect(page.getByText('2 selected')).toBeVisible()
    await list(page).press('Delete')
    await expect(option(page, 'Quay')).toContainText('Deleted')
    await list(page).press('Control+a')
    await button(page, 'Restore').click()
    await expect(list(page).getByText('Deleted')).toHaveCount(0)
    await page.locator('body').press('Control+z')
    await expect(list(page).getByText('Deleted')).toHaveCount(2)
    await saveZone(page)
    const [left, ...none] = await stopsOf(office, zone)
    expect(none).toEqual([])
    expect(left?.name).toBe('Church')
    expect((left?.point[0] ?? 0) - (church?.point[0] ?? 0)).toBeCloseTo(0.00002, 6)
    expect((left?.point[1] ?? 0) - (church?.point[1] ?? 0)).toBeCloseTo(0.0002, 6)
  })

  test('stops are selected by a box, and a stop on a route is not deleted', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await prepared(
      office,
      'Boxed Quarter',
      ['Church', 'Mill', 'Quay'].map((name) => ({ name })),
    )
    const [church, mill] = await stopsOf(office, zone)
    const stops = [church, mill].map((stop) => ({ zone_stop_id: stop?.id ?? 0, dwell_seconds: 30 }))
    await office.call(api.zoneDesigns.save, {
      params: { id: zone.id },
      body: { service_routes: { added: [{ id: '$line', name: 'Shoreline', stops }] } },
    })
    await signIn(page, 'administrator', designerPath(zone, 'stops'))
    await button(page, 'Select by box').click()
    const at = await onMap(page)
    await expect(async () => {
      await page.mouse.move(...at(0.05, 0.2))
      await page.mouse.down()
      await page.mouse.move(...at(0.9, 0.8), { steps: 6 })
      await page.mouse.up()
      await expect(page.getByText('3 selected')).toBeVisible({ timeout: 1500 })
    }).toPass()
    await button(page, 'Delete').click()
    await expect(page.getByText('Church is on the fixed route Shoreline: remove it there first.')).toBeVisible()
    await expect(option(page, 'Quay')).toContainText('Deleted')
    await expect(option(page, 'Church')).not.toContainText('Deleted')
    await expect(page.getByText('2 selected')).toBeVisible()
  })

  test('stops are found by name, address, note and flag', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const zone = await prepared(await apiAs('administrator'), 'Searched Quarter', [
      { name: 'Church', street_address: '1 High Street' },
      { name: 'Mill', note: 'Behind the church', break: true },
      { name: 'Quay', hub_stop: true },
    ])
    await signIn(page, 'administrator', designerPath(zone, 'stops'))
    const search = page.getByRole('searchbox', { name: 'Search stops' })
    await search.fill('CHURCH')
    await expect(list(page).getByRole('option')).toHaveCount(2)
    await expect(page.getByText('2 of 3 stops')).toBeVisible()
    await search.fill('high st')
    await expect(list(page).getByRole('option')).toHaveCount(1)
    await search.fill('nowhere')
    await expect(page.getByText('No stop matches')).toBeVisible()
    await search.fill('')
    await expect(list(page).getByRole('option')).toHaveCount(3)
    await page.getByRole('combobox', { name: 'With flag' }).click()
    await page.getByRole('option', { name: 'Hub Stop', exact: true }).click()
    await expect(page).toHaveURL(/flag=hub_stop/)
    await expect(list(page).getByRole('option')).toHaveText([/^Quay/])
    await button(page, 'Select all 1').click()
    await expect(page.getByText('1 selected')).toBeVisible()
  })
})

test.describe('The form of a stop', () => {
  // covers: ZONE-17, ZONE-30, ZONE-82..92, ZONE-97, ZONE-99
  test('the form of a stop takes name, note, type and flags, and only shows address and zone', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const office = await apiAs('administrator')
    const zone = await prepared(office, 'Formed Quarter', [{ name: 'Church', street_address: '1 High Street' }])
    await signIn(page, 'administrator', designerPath(zone, 'stops'))
    await option(page, 'Church').dblclick()
    await expect(page).toHaveURL(/d=ZoneStopDialog-edit-\d+$/)
    const form = page.getByRole('dialog', { name: 'Church' })
    const name = form.getByRole('textbox', { name: 'Name' })
    await name.fill('  ')
    await expect(form.getByText('Please enter a zone stop name')).toBeHidden()
    await name.blur()
    await expect(form.getByText('Please enter a zone stop name')).toBeVisible()
    await name.fill('Chapel')
    for (const [label, value] of [
      ['Street address', '1 High Street'],
      ['Zone', zone.name],
    ] as const) {
      await expect(form.getByLabel(label)).toHaveValue(value)
      await expect(form.getByLabel(label)).not.toBeEditable()
    }
    await form.getByRole('textbox', { name: 'Note' }).fill('Behind the wall')
    await form.getByRole('combobox', { name: 'Stop type' }).click()
    await page.getByRole('option', { name: 'Staging' }).click()
    await expect(form.getByRole('checkbox', { name: 'Passenger' })).toBeChecked()
    await form.getByRole('checkbox', { name: 'Passenger' }).uncheck()
    for (const flag of ['Not Accessible', 'Medically Exempt', 'Hub Stop', 'Break'])
      await form.getByRole('checkbox', { name: flag }).check()
    await button(page, 'Submit').click()
    await expect(form).toBeHidden()
    await expect(option(page, 'Chapel')).toContainText('Changed')
    expect(await marks(page, 'Chapel')).toEqual(['Staging', 'Not Accessible', 'Medically Exempt', 'Hub Stop', 'Break'])
    await saveZone(page)
    expect(await stopsOf(office, zone)).toMatchObject([
      {
        name: 'Chapel',
        street_address: '1 High Street',
        note: 'Behind the wall',
        zone_id: zone.id,
        staging: true,
        not_accessible: true,
        medically_exempt: true,
        hub_stop: true,
        break: true,
        passenger: false,
      },
    ])
  })

  // covers: ZONE-31
  test('the form of a stop opens to edit, to create, for several and to read', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await prepared(office, 'Opened Quarter', [{ name: 'Church' }, { name: 'Mill' }])
    await signIn(page, 'administrator', designerPath(zone, 'stops'))
    await option(page, 'Church').click()
    await button(page, 'Edit').click()
    await expect(page).toHaveURL(/d=ZoneStopDialog-edit-\d+$/)
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)

    await button(page, 'New stop').click()
    await expect(page).toHaveURL(/d=ZoneStopDialog-create$/)
    const form = page.getByRole('dialog', { name: 'New stop' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Quay')
    await form.getByRole('textbox', { name: 'Note' }).fill('x'.repeat(1000))
    await form.getByRole('button', { name: 'Submit' }).click()
    await expect(form.getByText('Please choose a place for the stop')).toBeVisible()
    const [lng, lat] = zone.centre
    await form.getByRole('combobox', { name: 'Place' }).fill(`${lat}, ${lng}`)
    await expect(page.getByRole('option', { name: 'Coordinates' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Street address')).not.toHaveValue('')
    await form.getByRole('button', { name: 'Submit' }).click()
    await expect(option(page, 'Quay')).toContainText('New')

    await list(page).press('Control+a')
    await button(page, 'Edit').click()
    await expect(page).toHaveURL(/d=ZoneStopDialog-bulkedit$/)
    await expect(page.getByRole('dialog', { name: 'Edit 3 stops' })).toBeVisible()

    await signIn(page, 'dispatcher', designerPath(zone, 'stops'))
    await option(page, 'Church').dblclick()
    await expect(page).toHaveURL(/d=ZoneStopDialog-view-\d+$/)
    const shown = page.getByRole('dialog', { name: 'Church' })
    await expect(shown.getByRole('checkbox', { name: 'Hub Stop' })).toBeDisabled()
    await expect(shown.getByText('Edit Mode')).toHaveCount(0)
  })

  // covers: ZONE-95, ZONE-100..105
  test('the form of several stops shows differing values as mixed and changes only what was set', async ({
    page,
    signIn,
    apiAs,
  }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const zone = await prepared(office, 'Mixed Quarter', [
      { name: 'Church', not_accessible: true, hub_stop: true, staging: true },
      { name: 'Mill', not_accessible: true },
      { name: 'Quay', not_accessible: true, passenger: false },
    ])
    await signIn(page, 'administrator', designerPath(zone, 'stops'))
    await option(page, 'Church').click()
    await option(page, 'Quay').click({ modifiers: ['Shift'] })
    await expect(page.getByText('3 selected')).toBeVisible()
    await button(page, 'Edit').click()
    const form = page.getByRole('dialog', { name: 'Edit 3 stops' })
    const flag = (name: string) => form.getByRole('checkbox', { name })
    await expect(flag('Not Accessible')).toBeChecked()
    await expect(flag('Break')).not.toBeChecked()
    for (const name of ['Hub Stop', 'Passenger']) await expect(flag(name)).toBeChecked({ indeterminate: true })
    await expect(form.getByRole('combobox', { name: 'Stop type' })).toHaveValue('No change')
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveCount(0)
    // Mixed, set, taken away, and mixed again.
    await flag('Hub Stop').click()
    await expect(flag('Hub Stop')).toBeChecked()
    await flag('Hub Stop').click()
    await expect(flag('Hub Stop')).not.toBeChecked()
    await flag('Hub Stop').click()
    await expect(flag('Hub Stop')).toBeChecked({ indeterminate: true })
    await flag('Passenger').click()
    await flag('Break').check()
    await form.getByRole('button', { name: 'Submit' }).click()
    await expect(form).toBeHidden()
    await expect(changes(page, '3 changes')).toBeVisible()
    for (const name of ['Church', 'Mill', 'Quay']) await expect(option(page, name)).toContainText('Changed')

    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/design'))
    await saveZone(page)
    const { zone_stops } = (await sent).postDataJSON() as { zone_stops: { updated: object[] } }
    expect(zone_stops.updated).toEqual([
      { id: expect.any(Number) as unknown, version: 1, break: true },
      { id: expect.any(Number) as unknown, version: 1, break: true },
      { id: expect.any(Number) as unknown, version: 1, break: true, passenger: true },
    ])
    expect(await stopsOf(office, zone)).toMatchObject([
      { hub_stop: true, staging: true, break: true, passenger: true },
      { hub_stop: false, staging: false, break: true, passenger: true },
      { hub_stop: false, staging: false, break: true, passenger: true },
    ])
  })
})

test('A dispatcher selects and finds stops but cannot change them', async ({ page, signIn, apiAs }) => {
  leftToLongRun()
  const zone = await prepared(await apiAs('administrator'), 'Shown Quarter', [{ name: 'Church' }])
  await signIn(page, 'dispatcher', designerPath(zone, 'stops'))
  await option(page, 'Church').click()
  await expect(button(page, 'View')).toBeVisible()
  for (const name of ['Place stops', 'New stop', 'Delete', 'Edit'])
    await expect(button(page, name), name).toHaveCount(0)
  await expect(page.getByText('Suggestions')).toHaveCount(0)
  await list(page).press('Delete')
  await expect(option(page, 'Church')).not.toContainText('Deleted')
  await button(page, 'Import and export').click()
  await expect(page.getByRole('menuitem')).toHaveText(['Export CSV', 'Export GeoJSON'])
})
