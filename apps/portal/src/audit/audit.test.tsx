import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { sealEvents } from '@ambit/server/testing'
import { calls } from '../testing/calls.ts'
import { nextDownload } from '../testing/downloads.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const grid = (name = 'Changes') => screen.findByRole('grid', { name })
const row = async (name: RegExp, tab?: string) => within(await grid(tab)).findByRole('row', { name })
const olivia = () => portal.server.client('operations_manager')
const hire = async (username: string) => {
  const body = { first_name: 'Otto', last_name: username, username, email: `${username}@example.org` }
  return (await olivia().call(api.drivers.create, { body })).data
}

describe('the page Audit', () => {
  // covers: AUD-19
  test('is in the menu group System, with the tabs that the user may open', async () => {
    await portal.open('operations_manager', '/')
    const { user } = portal
    const system = within(await screen.findByRole('region', { name: 'System' }))
    await user.click(system.getByRole('link', { name: 'Audit' }))
    expect(await screen.findByRole('heading', { name: /Audit/, level: 1 })).toBeVisible()
    expect(portal.address()).toMatch(/^\/Audit/)
    const tabs = within(screen.getByRole('navigation', { name: 'Parts of the audit' }))
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Changes', 'Sign-ins', 'Deleted'])
    await portal.open('administrator', '/Audit/access')
    const all = within(await screen.findByRole('navigation', { name: 'Parts of the audit' }))
    expect(all.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Changes', '/Audit/changes'],
      ['Access', '/Audit/access'],
      ['Sign-ins', '/Audit/sign-ins'],
      ['Deleted', '/Audit/deleted'],
    ])
    await portal.open('dispatcher', '/Audit')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('grid', { name: 'Changes' })).toBeNull()
  })

  test('ignores a day in the address that does not exist', async () => {
    const driver = await hire('calendar')
    await portal.open('administrator', '/Audit/changes?filter.from=2026-99-99')
    await row(new RegExp(`Driver Otto ${driver.last_name}`))
    expect(screen.getByRole('textbox', { name: 'From' })).toHaveValue('')
  })

  // covers: AUD-20
  test('shows who did what, and all fields before and after side by side', async () => {
    const driver = await hire('berg')
    await olivia().call(api.drivers.update, {
      params: { id: driver.id },
      body: { phone_number: '+61 7 5550 0100' },
      reason: 'Called us',
    })
    await portal.open('administrator', '/Audit/changes?filter.record_kind=drivers')
    const headings = within(await grid()).getAllByRole('columnheader')
    const words = ['Time', 'Who', 'Did', 'Record', 'What changed', 'Reason', 'Via', 'Region']
    expect(headings.map(({ textContent }) => textContent)).toEqual(words)
    const changed = await row(/drivers\.update/)
    expect(changed).toHaveTextContent('Test operations_manager')
    expect(changed).toHaveTextContent('Driver Otto berg')
    expect(changed).toHaveTextContent('Phone from nothing to +61 7 5550 0100')
    expect(changed).toHaveTextContent('Called us')
    expect(changed).toHaveTextContent(/GMT/)
    await portal.user.click(changed)
    const dialog = await portal.dialog(/Otto berg/)
    const fields = await dialog.findByRole('table', { name: 'Fields before and after' })
    const [, phone] = within(fields).getAllByRole('row')
    expect(phone).toHaveTextContent('Phone added')
    expect(within(phone!).getByRole('insertion')).toHaveTextContent('+61 7 5550 0100')
    await portal.user.click(dialog.getByRole('link', { name: 'what this request did' }))
    await waitFor(() => expect(calls.of(api.auditEvents.list).at(-1)?.query.has('filter[request]')).toBe(true))
  })

  test('narrows by day, kind and way, and shows everything again', async () => {
    await hire('noor')
    await portal.open('administrator', '/Audit/changes')
    await row(/noor/)
    await portal.choose(screen.getByRole('combobox', { name: 'Kind of record' }), 'Vehicle')
    await waitFor(() =>
      expect(calls.of(api.auditEvents.list).at(-1)?.query.get('filter[record_kind]')).toBe('vehicles'),
    )
    expect(portal.address()).toContain('filter.record_kind=vehicles')
    await portal.user.click(await screen.findByRole('button', { name: 'Show everything again' }))
    await row(/noor/)
  })

  // covers: AUD-21
  // @test-tag long
  test('narrows by user, action, record, changed field, request and address', async () => {
    const driver = await hire('quinn')
    await olivia().call(api.drivers.update, { params: { id: driver.id }, body: { phone_number: '+61 7 5550 0100' } })
    await portal.open('administrator', '/Audit/changes?filter.record_kind=drivers')
    await row(/drivers\.create.*Otto quinn/)
    const { user } = portal
    const asked = (name: string) => calls.of(api.auditEvents.list).at(-1)?.query.get(`filter[${name}]`)
    const more = async () => {
      await user.click(screen.getByRole('button', { name: /^More filters/ }))
      return within(await screen.findByRole('form', { name: 'More filters' }))
    }
    const form = await more()
    await user.type(form.getByRole('textbox', { name: 'Action' }), 'drivers.update')
    await user.type(form.getByRole('textbox', { name: 'ID of the record' }), String(driver.id))
    await user.type(form.getByRole('textbox', { name: 'Changed field' }), 'phone_number')
    await user.type(form.getByRole('textbox', { name: 'Address' }), '127.0.0.1')
    await user.click(form.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByRole('button', { name: 'More filters (4)' })).toBeVisible()
    await waitFor(() => expect(asked('field')).toBe('phone_number'))
    expect([asked('action'), asked('record_id'), asked('address')]).toEqual([
      'drivers.update',
      String(driver.id),
      '127.0.0.1',
    ])
    await row(/drivers\.update.*Otto quinn/)
    await waitFor(() => expect(screen.queryAllByRole('row', { name: /drivers\.create/ })).toEqual([]))
    const request = await more()
    await user.type(request.getByRole('textbox', { name: 'Request' }), 'no-such-request')
    await user.click(request.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(asked('request')).toBe('no-such-request'))
    await user.click((await screen.findAllByRole('button', { name: 'Show everything again' }))[0]!)
    const byUser = await more()
    await portal.choose(byUser.getByRole('combobox', { name: 'User' }), /operations_manager/)
    await waitFor(() => expect(asked('actor_kind')).toBe('user'))
    expect(asked('actor')).toMatch(/^\d+$/)
    await row(/Test operations_manager.*drivers\.update.*Otto quinn/)
  })

  // covers: AUD-18
  test('says until when it is sealed, and since when it is not intact', async () => {
    const { db } = portal.server.deps
    await sealEvents(db, new Date('2026-11-22T22:00:00Z'))
    await portal.open('administrator', '/Audit')
    expect(await screen.findByText(/^Intact: sealed until .* GMT.*, \d+ events$/)).toBeVisible()
    const found = { checked_at: '2026-11-22T22:30:00Z', events: 1, problem: 'Event 7 of seal 1 was changed.' }
    await db.insertInto('audit_checks').values(found).execute()
    await portal.open('administrator', '/Audit')
    expect(await screen.findByText(/^Not intact since /)).toBeVisible()
    expect(screen.getByText('Event 7 of seal 1 was changed.')).toBeVisible()
    await db.deleteFrom('audit_checks').execute()
  })

  // covers: AUD-25
  test('gives what is shown as a file', async () => {
    await hire('file')
    await portal.open('administrator', '/Audit/changes?search=file')
    await row(/Otto file/)
    const download = nextDownload()
    await portal.user.click(screen.getByRole('button', { name: 'Export' }))
    await portal.user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    const { name, content } = await download
    expect(name).toBe('audit.csv')
    expect(await content.text()).toContain('Otto file')
    await portal.open('operations_manager', '/Audit/changes')
    await grid()
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })

  // covers: AUD-28
  test('lists what was deleted, by whom and why, and opens it as it last was', async () => {
    const driver = await hire('gone')
    await olivia().call(api.drivers.destroy, { params: { id: driver.id }, reason: 'Left in October' })
    await portal.open('administrator', '/Audit/deleted')
    const deleted = await row(/Otto gone/, 'Deleted')
    expect(deleted).toHaveTextContent('Left in October')
    await portal.user.click(deleted)
    const dialog = await portal.dialog(/Otto gone/)
    const fields = await dialog.findByRole('table', { name: 'Fields before and after' })
    expect(within(fields).getByText('gone@example.org').tagName).toBe('DEL')
  })
})
