import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { calls, refusal } from '../testing/calls.ts'
import { buy } from '../testing/fleet.ts'
import { notice } from '../testing/notices.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { at, DATE, startPlanner } from '../testing/planner.ts'
import { planRecords } from '../records/service-plans.ts'

const time_zone = 'Australia/Brisbane'
const { portal, office, region, foundZone, plan, plansOf, open, timeline, block, add, form, take, saveAll } =
  startPlanner()

describe('Saving', () => {
  // covers: SCHED-96, SCHED-100, SCHED-102..104
  test('a schedule that is refused is marked with the cause, and cleared once a save takes it', async () => {
    const [zone, other] = [await foundZone('Refused'), await foundZone('Elsewhere')]
    const bus = await buy(portal.server, 'TWICE')
    await plan(other.id, [9, 10], { vehicle_id: bus.id })
    await open(zone)
    await add(1)
    const dialog = await form()
    await take(dialog, 'Vehicle', /^N TWICE/)
    await dialog.submit()
    await saveAll()
    expect(await notice('1 schedule was not saved')).toHaveTextContent(
      /N TWICE is already in schedule \d+ in Elsewhere/,
    )
    const refused = await block(/N TWICE.*could not be saved: N TWICE is already in/)
    expect(refused.closest('[data-plan]')).toHaveAttribute('data-failed')
    await portal.user.click(screen.getByRole('button', { name: 'Previous day' }))
    await portal.user.click(screen.getByRole('button', { name: '1 Failed' }))
    const row = within(await screen.findByRole('table', { name: 'Failed schedules' })).getAllByRole('row')[1]!
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/14.12.2026/) as string,
      '8:00 am',
      '12:00 pm',
      expect.stringContaining('Elsewhere') as string,
      'Go To Date',
    ])
    await portal.user.click(within(row).getByRole('button', { name: 'Go To Date' }))
    const again = await block(/N TWICE.*could not be saved/)
    again.focus()
    await portal.user.keyboard('{Enter}')
    const reopened = await form()
    await take(reopened, 'Start Time', /^10:00 am$/)
    await reopened.submit()
    await saveAll()
    await notice('1 schedule saved.')
    await waitFor(() => expect(screen.queryByRole('button', { name: /Failed/ })).toBeNull())
    expect((await block(/N TWICE.*10:00 am – 12:00 pm/)).closest('[data-plan]')).not.toHaveAttribute('data-failed')
  })

  test('a schedule whose form was opened before a colleague gave it another vehicle keeps that vehicle, and gets what was typed', async () => {
    const zone = await foundZone('Shared Desk')
    const [mine, theirs] = [await buy(portal.server, 'BEFORE'), await buy(portal.server, 'AFTER')]
    const { id } = await plan(zone.id, [8, 12], { vehicle_id: mine.id })
    await open(zone)
    ;(await block(/N BEFORE/)).focus()
    await portal.user.keyboard('{Enter}')
    const dialog = await openedDialog(portal, /^Viewing\/Editing In-Service Schedule/)
    await dialog.fill('Shift ID', 'Early')
    await office().call(api.servicePlans.update, { params: { id }, body: { vehicle_id: theirs.id } })
    planRecords.changed()
    await screen.findByRole('button', { name: /N AFTER/, hidden: true })
    await dialog.submit()
    await saveAll()
    await notice('1 schedule saved.')
    expect(await plansOf(zone.id)).toMatchObject([{ vehicle_id: theirs.id, metadata: { shiftLabel: 'Early' } }])
  })

  // covers: SCHED-189
  test('deletions are shown before they are saved, and a lost connection keeps every draft', async () => {
    const zone = await foundZone('Deleted')
    const { id } = await plan(zone.id, [8, 12])
    await open(zone)
    ;(await block(/8:00 am – 12:00 pm/)).focus()
    await portal.user.keyboard('{Delete}')
    await screen.findByText('1 To Be Deleted')
    await saveAll()
    const review = await portal.dialog('Save changes')
    expect(review.getByText('1 record removed')).toBeVisible()
    const mend = calls.answer(api.servicePlans.bulkDelete, () => Promise.reject(new TypeError('Failed to fetch')))
    await portal.user.click(review.getByRole('button', { name: 'Save' }))
    expect(await review.findByText(/^Error: The server cannot be reached/)).toBeVisible()
    expect(screen.getByText('1 To Be Deleted')).toBeInTheDocument()
    mend()
    await portal.user.click(review.getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect(await plansOf(zone.id)).toEqual([]))
    expect(calls.of(api.servicePlans.bulkDelete).map(({ body }) => body)).toEqual([{ ids: [id] }, { ids: [id] }])
  })
})

describe('Repeating a day', () => {
  const repeat = async () => {
    await portal.user.click(await screen.findByRole('button', { name: 'Repeat' }))
    return within(await screen.findByRole('form', { name: 'Repeat schedules' }))
  }

  // covers: SCHED-19, SCHED-97, SCHED-131..133, SCHED-135..142, SCHED-145
  test('each missing choice is named, and a replaced week is reviewed by pattern', async () => {
    const zone = await foundZone('Copied')
    await plan(zone.id, [8, 11], { metadata: { shift: '1', shiftLabel: 'Early' } })
    await plan(zone.id, [12, 14], {}, '2026-12-21')
    await open(zone)
    await block(/8:00 am – 11:00 am/)
    const choices = await repeat()
    const start = choices.getByRole('textbox', { name: 'Start Date' })
    expect(start).toHaveValue('15 Dec 2026')
    const shortcuts = within(choices.getByRole('group', { name: 'Start date shortcuts' })).getAllByRole('button')
    expect(shortcuts.map(({ textContent }) => textContent)).toEqual(['Today', 'Tomorrow', 'In 2 days', 'In 1 week'])
    expect(choices.getByRole('radio', { name: 'No End Date' })).toBeChecked()
    await portal.user.click(choices.getByRole('radio', { name: 'Set End Date' }))
    await portal.user.click(choices.getByRole('combobox', { name: 'Zones' }))
    await portal.user.keyboard('{Backspace}{Escape}')
    await portal.user.clear(start)
    await portal.user.tab()
    await portal.user.click(choices.getByRole('button', { name: 'Repeat' }))
    for (const missing of ['zone', 'weekday', 'start date', 'end date'])
      expect(await choices.findByText(`Please select a${missing === 'end date' ? 'n' : ''} ${missing}`)).toBeVisible()
    await portal.choose(choices.getByRole('combobox', { name: 'Zones' }), 'Copied')
    for (const day of ['Mon', 'Wed']) await portal.user.click(choices.getByRole('checkbox', { name: day }))
    await portal.fill(start, '15 Dec 2026')
    await portal.fill(choices.getByRole('textbox', { name: 'End Date' }), '30 Dec 2026')
    await portal.user.tab()
    await portal.user.click(choices.getByRole('checkbox', { name: 'Replace existing' }))
    await portal.user.click(choices.getByRole('button', { name: 'Repeat' }))
    const review = await portal.dialog('Save changes')
    expect(await review.findByText('5 records added')).toBeVisible()
    expect(review.getByText('1 record removed')).toBeVisible()
    expect(
      review.getByText('No vehicle, 8:00 am – 11:00 am, Early: Mon, Wed, 16/12/2026 – 30/12/2026, 5 days'),
    ).toBeVisible()
    const deletedBefore: number[] = []
    calls.answer(api.servicePlans.bulkCreateAndUpdate, (ask) => {
      deletedBefore.push(calls.of(api.servicePlans.bulkDelete).length)
      return ask()
    })
    await portal.user.click(review.getByRole('button', { name: 'Save' }))
    await notice('6 schedules saved.')
    expect(deletedBefore).toEqual([1])
    expect((await plansOf(zone.id)).map(({ start_time }) => start_time)).toEqual(
      ['14', '16', '21', '23', '28', '30'].map((day) => at(8, `2026-12-${day}`)),
    )
  })
})

describe('Switching region', () => {
  // covers: SCHED-106, SCHED-107
  test('another region asks about drafts first, and begins without schedules and history', async () => {
    const zone = await foundZone('Left Behind')
    await office().call(api.regions.create, { body: { name: 'Inland', time_zone } })
    await plan(zone.id, [8, 12])
    await portal.open('dispatcher', `/ServicePlans/live?region=${region()}&zone=${zone.id}&date=${DATE}`)
    ;(await block(/8:00 am – 12:00 pm/)).focus()
    await portal.user.keyboard('{ArrowRight}')
    await screen.findByText('1 Unsaved')
    const leave = async () => portal.choose(screen.getByRole('combobox', { name: 'Region' }), 'Inland')
    await leave()
    const question = await portal.dialog('Unsaved changes')
    await portal.user.click(question.getByRole('button', { name: 'Keep editing' }))
    expect(await screen.findByText('1 Unsaved')).toBeVisible()
    await portal.noDialog()
    await leave()
    await portal.user.click((await portal.dialog('Unsaved changes')).getByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Schedules of Left Behind' })).toBeNull())
    expect(screen.queryByText(/Unsaved|Failed/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled()
  })

  // covers: SCHED-198
  test('a region and a zone whose names have not been loaded read as loading', async () => {
    const zone = await foundZone('Slow Name')
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const list of [api.regions.list, api.zones.list])
      calls.answer(list, async (ask) => {
        await promise
        return ask()
      })
    await portal.open('dispatcher', `/ServicePlans/live?region=${region()}&zone=${zone.id}&date=${DATE}`)
    expect(await screen.findByRole('combobox', { name: 'Region' })).toHaveValue('loading...')
    expect(screen.getAllByText('loading...').length).toBeGreaterThan(1)
    resolve()
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Region' })).toHaveValue('Coast'))
    await timeline('Slow Name')
  })
})

describe('Rights', () => {
  // covers: SCHED-183
  test('a schedule opened over another page is asked for by its id and shown', async () => {
    const zone = await foundZone('Shown Elsewhere')
    const { id } = await plan(zone.id, [8, 12])
    await portal.open('dispatcher', `/DriverManagement?d=ServicePlanDialog-view-${id}`)
    const dialog = await portal.dialog(`Viewing/Editing In-Service Schedule | (ID: ${id})`)
    expect(await dialog.findByText('Shown Elsewhere')).toBeVisible()
    expect(dialog.getByText('8:00 am')).toBeVisible()
    expect(calls.of(api.servicePlans.show).map(({ path }) => path.replace(/.*\//, ''))).toEqual([String(id)])
  })

  // @test-tag long
  test('a schedule of another day that cannot be loaded is not reported as deleted, and comes on Retry', async () => {
    const zone = await foundZone('Out Of Reach')
    const { id } = await plan(zone.id, [8, 12], {}, '2026-12-16')
    const reconnect = calls.answer(api.servicePlans.show, () => refusal(500, 'internal', 'It broke.'))
    await open(zone, 'dispatcher', `&d=ServicePlanDialog-view-${id}`)
    const failed = await portal.dialog('In-Service Schedule')
    expect(await failed.findByRole('alert')).toHaveTextContent('It broke.')
    reconnect()
    await portal.user.click(failed.getByRole('button', { name: 'Retry' }))
    const dialog = await portal.dialog(`Viewing/Editing In-Service Schedule | (ID: ${id})`)
    expect(await dialog.findByText('8:00 am')).toBeVisible()
  })

  // @test-tag long
  test('schedules without a vehicle that cannot be loaded are reported, and come on Retry', async () => {
    const reconnect = calls.answer(api.servicePlans.list, () => refusal(500, 'internal', 'It broke.'))
    await portal.open('dispatcher', '/TripManagement?d=UnallocatedWarningDialog-view')
    const failed = await portal.dialog('Unallocated Schedules')
    expect(await failed.findByRole('alert')).toHaveTextContent('It broke.')
    reconnect()
    await portal.user.click(failed.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText(/^No schedule of the next/)).toBeVisible()
  })

  // covers: SCHED-37, SCHED-42
  // @test-tag long
  test('the dialogs of schedules open for those who may read schedules and for no others', async () => {
    const zone = await foundZone('Closed Book')
    const { id } = await plan(zone.id, [8, 12])
    const rights = ['TripManagement:trip:canRead', 'ZoneManagement:zone:canRead']
    for (const dialog of [`ServicePlanDialog-view-${id}`, 'UnallocatedWarningDialog-view']) {
      await portal.open({ permissions: rights }, `/TripManagement?d=${dialog}`)
      await notice('No permission')
      expect(screen.queryByRole('dialog')).toBeNull()
      await portal.open({ permissions: [...rights, 'ServicePlans:servicePlan:canRead'] }, `/TripManagement?d=${dialog}`)
      expect(await screen.findByRole('dialog', { name: /In-Service Schedule|Unallocated|Assign/ })).toBeVisible()
    }
  })

  // covers: SCHED-10, SCHED-12, SCHED-27, SCHED-28, SCHED-169, SCHED-170
  test('service models colour the blocks, and a legend explains them, once they are switched on', async () => {
    const { data: sunny } = await office().call(api.regions.create, { body: { name: 'Sunny', time_zone } })
    const zone = await foundZone('Coloured', sunny.id)
    await foundZone('Coloured Too', sunny.id)
    await plan(zone.id, [8, 12])
    const show = (on: boolean) =>
      portal.server.client('superadmin').call(api.settings.update, {
        body: {
          featureFlags: { 'ResourceAvailability:planStrategies': { enabled: true, disabled_in: on ? [] : ['*'] } },
        },
      })
    const look = async () => {
      await portal.open('dispatcher', `/ServicePlans/live?region=${sunny.id}&date=${DATE}`)
      await waitFor(() => expect(screen.getAllByRole('region', { name: /^Schedules of / })).toHaveLength(2))
      return (await block(/8:00 am – 12:00 pm/)).closest<HTMLElement>('[data-plan]')!
    }
    const plain = await look()
    expect(plain.style.getPropertyValue('--model')).toBe('')
    expect(screen.queryByRole('list', { name: 'Service models' })).toBeNull()
    expect(calls.of(api.planStrategies.list)).toEqual([])
    await show(true)
    try {
      const coloured = await look()
      const [legend] = await screen.findAllByRole('list', { name: 'Service models' })
      expect(within(legend!).getByRole('listitem')).toHaveTextContent('DRT [coverage]')
      expect(legend!.querySelector('span')?.style.background).toBe('rgb(229, 234, 237)')
      await waitFor(() => expect(coloured.style.getPropertyValue('--model').toLowerCase()).toBe('#e5eaed'))
      expect(within(coloured).getByRole('button')).toHaveAccessibleName(/DRT \[coverage\]/)
    } finally {
      await show(false)
    }
  })
})
