import { api, type Settings } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { timers } from '../testing/timers.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const time_zone = 'Australia/Brisbane'
beforeAll(async () => {
  const office = portal.server.client('superadmin')
  const { data: region } = await office.call(api.regions.create, { body: { name: 'Coast', time_zone } })
  await office.call(api.zones.create, {
    body: { name: 'Bayside', abbreviation: 'BAY', region_id: region.id, time_zone },
  })
})

/** The settings of this page alone. */
const withFlag = (flag: string): void => {
  calls.answer(api.settings.show, async (ask) => {
    const json = (await (await ask()).json()) as { data: Settings } // the contract's answer
    json.data.featureFlags[flag] = { enabled: true, disabled_in: [] }
    return Response.json(json)
  })
}

describe('The dashboard', () => {
  // covers: DASH-01..04, DASH-07, DASH-19, DASH-25, DASH-26, DASH-29, DASH-30, DASH-34, VERCHK-18
  test('the start page shows three groups of links, and no panel that is switched off', async () => {
    await portal.open('superadmin', '/')
    for (const name of ['Setup', 'Resource planning', 'Daily operations'])
      expect(await screen.findByRole('group', { name })).toBeVisible()
    expect(portal.address()).toBe('/Dashboard')
    expect(screen.queryByText('Real-Time Statistics')).toBeNull()
    expect(screen.queryByText('Announcements')).toBeNull()
    for (const [group, link, path] of [
      ['Resource planning', 'Open drivers', 'DriverManagement'],
      ['Daily operations', 'Open monitoring', 'VehicleMonitoring'],
      ['Daily operations', 'Open passengers', 'TravellerManagement'],
      ['Setup', 'Open zones', 'ZoneManagement'],
    ] as const) {
      await portal.go('/Dashboard')
      const to = await within(await screen.findByRole('group', { name: group })).findByRole('link', { name: link })
      expect(to.getAttribute('href')).toMatch(new RegExp(`^/${path}\\?per_page=999$`))
      await portal.user.click(to)
      await waitFor(() => expect(portal.address()).toMatch(new RegExp(`^/${path}`)))
      expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument()
    }
  })

  // covers: DASH-14
  test("a module's dialog opens from the dashboard", async () => {
    await portal.open('superadmin', '/Dashboard')
    await portal.user.click(await screen.findByRole('link', { name: 'Add a driver' }))
    expect(await within(await screen.findByRole('dialog')).findByLabelText(/^First Name/)).toBeVisible()
  })

  // covers: DASH-05, DASH-06, DASH-08, DASH-33, DASH-37
  test('the figures of all active regions, once switched on, are refreshed every three seconds', async () => {
    withFlag('Dashboard:statistics')
    const figures = { on_board: 12, upcoming: 7, future: 31, completed: 40, no_show: 2, cancelled: 5, around_now: 1234 }
    calls.answer(api.dashboard.show, async (ask) => {
      const json = (await (await ask()).json()) as { data: object } // the contract's answer
      // The server's own switch is off: the figures here are those of another morning.
      return Response.json({ ...json, data: { ...json.data, statistics: figures } })
    })
    await portal.open('superadmin', '/Dashboard')
    const panel = within(await screen.findByRole('region', { name: /Real-Time Statistics/ }))
    const regions = await panel.findByText('All active regions combined')
    expect(regions).toBeVisible()
    await panel.findByText('1,234')
    const words = panel.getAllByRole('listitem').map((item) => item.textContent)
    const expected = [
      /^On board12now$/,
      /^Upcoming pickups7/,
      /^Future pickups31/,
      /^Completed40today$/,
      /^No show2today$/,
      /^Cancelled5today$/,
      /^Around now1,234/,
    ]
    expect(words).toEqual(expected.map((pattern) => expect.stringMatching(pattern) as string))
    await waitFor(() => expect(regions.title).toMatch(/Coast/))
    timers.take()
    await portal.reload()
    await screen.findByText('1,234')
    const asked = () => calls.of(api.dashboard.show).length
    for (let round = 0; round < 3; round++) {
      const before = asked()
      await timers.pass(2500)
      expect(asked()).toBe(before)
      await timers.pass(600)
      await waitFor(() => expect(asked()).toBe(before + 1))
    }
    const pages = calls.of(api.regions.list).map(({ query }) => query.get('per_page'))
    expect(new Set(pages)).toEqual(new Set(['1000']))
  })

  // covers: DASH-18, DASH-20..23
  test('the announcements, once switched on, list what is new in the Zone Designer', async () => {
    withFlag('Dashboard:announcements')
    await portal.open('superadmin', '/Dashboard')
    const panel = within(await screen.findByRole('region', { name: 'Announcements' }))
    const expected = [
      /flagging stops ‘Medically Exempt’/,
      /adding fixed routes to a zone/,
      /adding dwell times to a zone/,
      /reordering zone stops on a fixed route/,
    ]
    const words = panel.getAllByRole('listitem').map((item) => item.textContent)
    expect(words).toEqual(expected.map((pattern) => expect.stringMatching(pattern) as string))
  })
})
