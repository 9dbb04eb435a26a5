import { api, type Client } from '@ambit/contract'
import { screen, waitFor } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { beforeAll, expect } from 'vitest'
import { openedDialog } from './opened-dialog.ts'
import { startPortal } from './start-portal.ts'

const time_zone = 'Australia/Brisbane'
/** a Monday three weeks after `NOW` */
export const DATE = '2026-12-14'
/** An hour of that date, or of another one. */
export const at = (hour: number, date = DATE): string =>
  new Date(Date.parse(`${date}T00:00:00+10:00`) + hour * 3_600_000).toISOString()

const hireDriver = async (office: Client, last_name: string) => {
  const body = {
    first_name: 'Ada',
    last_name,
    username: `ada.${last_name}`,
    email: `${last_name}@ambit.example`,
    status: 'approved' as const,
  }
  return (await office.call(api.drivers.create, { body })).data
}

type PlanField = 'Start Time' | 'End Time' | 'Vehicle' | 'Driver' | 'Break from'

/** What the list of a field offers; opens it first, and again where the opening dialog takes the keyboard back. */
const optionsOf = async (user: UserEvent, dialog: HTMLElement, field: PlanField): Promise<HTMLElement[]> => {
  const label = [...dialog.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(field))
  const input = document.getElementById(label?.htmlFor ?? '')
  if (input?.getAttribute('aria-expanded') === 'false') await user.click(input)
  const list = document.getElementById(input?.getAttribute('aria-controls') ?? '')
  // By role this takes seconds: the lists of times hold a thousand options.
  return [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
}

/** The page of schedules, with a region of the file's own. */
export const startPlanner = () => {
  const portal = startPortal()
  const office = () => portal.server.client('administrator')
  let region = 0
  beforeAll(async () => {
    const { data } = await office().call(api.regions.create, { body: { name: 'Coast', time_zone } })
    region = data.id
  })
  const foundZone = async (name: string, region_id = region) =>
    (await office().call(api.zones.create, { body: { name, abbreviation: 'PL', region_id, time_zone } })).data
  const plan = async (zone_id: number, [from, to]: [number, number], more: object = {}, date = DATE) =>
    (
      await office().call(api.servicePlans.create, {
        body: { zone_id, start_time: at(from, date), end_time: at(to, date), metadata: { shift: '1' }, ...more },
      })
    ).data
  const hire = (surname: string) => hireDriver(office(), surname)
  const plansOf = async (zone: number) =>
    (await office().call(api.servicePlans.list, { query: { filter: { zone: [zone] }, sort: 'start_time' } })).data

  const open = (zone: { id: number }, as: Parameters<typeof portal.open>[0] = 'dispatcher', more = '') =>
    portal.open(as, `/ServicePlans/live?zone=${zone.id}&date=${DATE}${more}`)
  const timeline = (name: string) => screen.findByRole('region', { name: `Schedules of ${name}` })
  const block = async (name: RegExp) => screen.findByRole('button', { name })
  const add = async (shift: number) =>
    portal.user.click(await screen.findByRole('button', { name: `Add a schedule to shift ${shift}` }))
  /** A schedule's form, once the keyboard is in it. */
  const form = async () => {
    const dialog = await openedDialog(portal, 'New Service Plan')
    const first = await dialog.field('Shift ID')
    await waitFor(() => expect(first).toHaveFocus())
    return dialog
  }
  type Form = Awaited<ReturnType<typeof form>>
  const offered = (dialog: Form, field: PlanField, name: RegExp) =>
    waitFor(
      async () => {
        const options = await optionsOf(portal.user, dialog.element, field)
        const found = options.find(({ textContent }) => name.test(textContent))
        if (found === undefined) throw new Error(`No option ${String(name)}`)
        return found
      },
      { interval: 200 },
    )
  const take = async (dialog: Form, field: PlanField, name: RegExp) =>
    portal.user.click(await offered(dialog, field, name))
  const saveAll = async () => portal.user.click(await screen.findByRole('button', { name: 'Save changes' }))
  return {
    portal,
    office,
    region: () => region,
    foundZone,
    plan,
    hire,
    plansOf,
    open,
    timeline,
    block,
    add,
    form,
    offered,
    take,
    saveAll,
  }
}
