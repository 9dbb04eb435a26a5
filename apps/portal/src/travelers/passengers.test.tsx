import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { notice, notices, stayOf } from '../testing/notices.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { type Dialog, passengerDialogs } from '../testing/passenger-dialogs.ts'
import { enrol } from '../testing/people.ts'
import { isOfSession } from '../testing/session.ts'
import { startPortal } from '../testing/start-portal.ts'
import { timers } from '../testing/timers.ts'
import { openWithout } from '../testing/without-key.ts'

const portal = startPortal()

const agent = () => portal.server.client('customer_service')
const { shown, press, confirm, entries } = passengerDialogs(portal)

describe('Passengers', () => {
  // covers: PAX-01, PAX-04..10, PAX-12..16, PAX-19..22, PAX-24, PAX-31, PAX-64, PAX-65, COMM-03, COMM-04, CONC-10, CONC-11, CARD-12, CARD-13
  test('an agent creates a passenger, corrects the record and finds it', async () => {
    const { server, user } = portal
    for (let at = 1; at <= 26; at++) await enrol(server, `Many${at}`)
    await portal.open('customer_service', '/Dashboard')
    const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }))
    const group = within(menu.getByRole('region', { name: 'Resources & Passengers' }))
    await user.click(group.getByRole('link', { name: 'Passengers' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Passengers' })).toBeVisible()
    expect(portal.address()).toMatch(/\/TravellerManagement$/)
    const table = within(await screen.findByRole('grid', { name: 'Passengers' }))
    const headings = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headings).toEqual(
      expect.arrayContaining(['ID', 'First Name', 'Last Name', 'Username', 'Email', 'Phone', 'Low Tech']),
    )
    expect(screen.getByPlaceholderText('search for passengers by full name, phone number, email or id')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next page' })).toBeEnabled())

    await user.click(screen.getByRole('button', { name: 'Create Passenger' }))
    const creating = await openedDialog(portal, 'Create New Passenger')
    expect(portal.address()).toContain('d=TravelerDialog-create')
    const tabs = creating.getAllByRole('tab').map(({ textContent }) => textContent)
    expect(tabs).toEqual(['Profile', 'Payment Details', 'Concessions', 'Comments'])
    for (const [tab, kind] of [
      ['Payment Details', 'credit card'],
      ['Concessions', 'concession'],
      ['Comments', 'comment'],
    ] as const) {
      await creating.tab(tab)
      expect(await creating.findByText(`Create new passenger before trying to add a ${kind}`)).toBeVisible()
      const panel = within(creating.getByRole('tabpanel', { name: tab }))
      expect(panel.queryAllByRole('button')).toEqual([])
      expect(panel.queryAllByRole('textbox')).toEqual([])
    }
    await creating.tab('Profile')
    await creating.fill('First Name', 'Greta')
    await creating.fill('Last Name', 'Told')
    await creating.fill('Username', 'told')
    await creating.fill('Email', 'told@example.org')
    await creating.submit()
    expect(await notice('New Passenger created successfully.')).toBeVisible()
    await creating.closes()

    await portal.fill(screen.getByRole('searchbox', { name: 'Search passengers' }), 'told@{Enter}')
    const row = () => table.findByRole('row', { name: /told@/ })
    await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(2))
    const lowTech = async () =>
      within(await row())
        .getByText(/^(Yes|No)$/)
        .closest('[data-tone]')
    expect(await lowTech()).toHaveTextContent('No')
    expect(await lowTech()).toHaveAttribute('data-tone', 'success')
    await user.click(within(await row()).getByText('Greta'))
    const viewing = await openedDialog(portal, /^Viewing Passenger Greta Told \| \(ID: \d+\)$/)
    expect(portal.address()).toMatch(/d=TravelerDialog-view-\d+-Profile/)
    await user.click(await viewing.findByText('Edit Mode'))
    const editing = await openedDialog(portal, /^Editing Passenger Greta Told /)
    await editing.switch('Low Tech')
    await editing.submit()
    expect(await notice('Passenger updated successfully.')).toBeVisible()
    await waitFor(async () => expect(await lowTech()).toHaveTextContent('Yes'))
    expect(await lowTech()).toHaveAttribute('data-tone', 'warning')
    const [made] = (await agent().call(api.travelers.list, { query: { search: 'told@' } })).data
    if (made === undefined) throw new Error('Nobody was enrolled')
    await agent().call(api.travelers.update, { params: { id: made.id }, body: { status: null } })
    await portal.open('customer_service', `/TravellerManagement/${made.id}`)
    const again = await openedDialog(portal, /Passenger Greta Told \|/)
    expect((await again.findAllByText('Inactive'))[0]).toBeVisible()
    expect(portal.address()).toMatch(new RegExp(`/TravellerManagement\\?d=TravelerDialog-view-${made.id}-Profile$`))
  })

  // covers: PAX-43
  test('the medical exemption is offered to users with its key only', async () => {
    const exempt = (dialog: Dialog) => dialog.queryByRole('switch', { name: /medical/i })
    await portal.open('superadmin', '/TravellerManagement?d=TravelerDialog-create')
    const all = await openedDialog(portal, 'Create New Passenger')
    await all.field('First Name')
    expect(exempt(all)).toBeInTheDocument()
    await openWithout(
      portal,
      'TravellerManagement:travellerMedicalExemptFlag:canRead',
      '/TravellerManagement?d=TravelerDialog-create',
    )
    const without = await openedDialog(portal, 'Create New Passenger')
    await without.field('First Name')
    expect(exempt(without)).toBeNull()
  })

  // covers: PAX-57, PAX-70
  test('a saved passenger is announced for three and a half seconds, and every call carries the token', async () => {
    const tess = await enrol(portal.server, 'Tess')
    await portal.open('customer_service', '/TravellerManagement')
    await screen.findByRole('grid', { name: 'Passengers' })
    await portal.go(`/TravellerManagement?d=TravelerDialog-edit-${tess.id}-Profile`)
    const dialog = await openedDialog(portal, /Passenger Tess/)
    await dialog.fill('First Name', 'Tessa')
    timers.hold()
    await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
    const stay = await stayOf('Passenger updated successfully.')
    expect([stay > 3300, stay < 5000]).toEqual([true, true])
    for (const endpoint of [
      api.travelers.list,
      api.travelers.show,
      api.travelers.update,
      api.travelers.serviceRequests,
    ]) {
      const made = calls.of(endpoint)
      expect(made.length).toBeGreaterThan(0)
      expect(made.every(isOfSession)).toBe(true)
    }
  })

  // covers: PAX-02, PAX-27, PAX-46, PAX-67
  test('an agent sets a new password for a passenger', async () => {
    const { user } = portal
    const petra = await enrol(portal.server, 'Petra')
    await portal.open('customer_service', '/TravellerManagement?search=petra')
    await user.click(await screen.findByRole('button', { name: `Actions for ${petra.full_name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reset password' }))
    const dialog = await openedDialog(portal, 'Reset password')
    expect(portal.address()).toMatch(new RegExp(`d=ResetPasswordDialog-edit-${petra.id}$`))
    await user.click(await dialog.field('New Password'))
    await user.tab()
    expect(await dialog.findAllByText('Please enter a new password')).toHaveLength(1)
    await dialog.fill('New Password', 'correct horse')
    await dialog.fill('Confirm Password', 'correct house')
    await user.tab()
    expect(await dialog.findByText("Your passwords don't match")).toBeVisible()
    await dialog.fill('Confirm Password', 'correct horse')
    await dialog.submit()
    const done = "This passenger's password has been successfully updated"
    await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent(done))
    expect(await notice(done)).toBeVisible()
    const [call] = calls.of(api.travelers.resetPassword)
    expect(call?.path).toMatch(new RegExp(`/travelers/${petra.id}/password$`))
    expect(call?.body).toEqual({ newPassword: 'correct horse', confirmPassword: 'correct horse' })
  })

  // covers: PAX-50, PAX-68, PAX-69
  test('an agent sends the link by which a passenger chooses a password', async () => {
    const lena = await enrol(portal.server, 'Lena')
    await portal.open('customer_service', `/TravellerManagement?d=ResetPasswordDialog-edit-${lena.id}`)
    const dialog = await openedDialog(portal, 'Reset password')
    const send = await dialog.findByRole('button', { name: 'Send reset link' })
    const words = `The password for ${lena.full_name} has been successfully reset.`
    timers.hold()
    await portal.user.click(send)
    await timers.until(() => expect(notices(words)).toHaveLength(1))
    expect(calls.of(api.passwords.forgot).map(({ body }) => body)).toEqual([{ email: lena.email, kind: 'traveller' }])
    await timers.pass(3500)
    expect(notices(words)).toHaveLength(1)
    await timers.pass(2500)
    await timers.until(() => expect(notices(words)).toEqual([]))
  })

  // covers: PAX-03, PAX-26, PAX-66
  test('an agent sets the features of the app for a passenger where the installation allows it', async () => {
    const { user } = portal
    const fay = await enrol(portal.server, 'Fay')
    calls.answer(api.settings.show, async (ask) => {
      const json = (await (await ask()).json()) as { data: { featureFlags: Record<string, unknown> } } // the contract's
      json.data.featureFlags['TravellerManagement:travelerFeatureSettings'] = { enabled: true, disabled_in: [] }
      return Response.json(json)
    })
    const off = { basic_internal: false, change_api_endpoint: false, menu_show_referral_page: false, test_flag: false }
    const features = { ...off, view_test_trips: true, id: fay.id }
    const answer = () => Response.json({ data: { ...features, version: 3 } })
    calls.answer(api.travelers.features, answer)
    calls.answer(api.travelers.updateFeatures, answer)
    await portal.open('superadmin', '/TravellerManagement?search=fay')
    await user.click(await screen.findByRole('button', { name: `Actions for ${fay.full_name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Feature settings' }))
    const dialog = await openedDialog(portal, 'Feature settings')
    expect(await dialog.findByRole('switch', { name: 'View test trips' })).toBeChecked()
    await dialog.switch('Test flag')
    await dialog.submit()
    expect(await notice('Your feature settings have been successfully updated')).toBeVisible()
    const [call] = calls.of(api.travelers.updateFeatures)
    expect(call?.body).toEqual({ ...features, test_flag: true })
  })
})

describe("A passenger's concessions", () => {
  let region = { id: 0, name: '' }
  const kind = async (name: string, discount_amount: number) => {
    const body = { name, region_id: region.id, discount_amount }
    return (await portal.server.client('operations_manager').call(api.travelerSets.create, { body })).data
  }
  beforeAll(async () => {
    const body = { name: 'Coast', time_zone: 'Australia/Brisbane' }
    region = (await portal.server.client('operations_manager').call(api.regions.create, { body })).data
  })

  // covers: CONC-01, CONC-15, CONC-16, CONC-18, CONC-19, CONC-21..23, CONC-25
  test('an agent gives a passenger a concession that is valid in its region until a chosen day', async () => {
    const { user } = portal
    const rosa = await enrol(portal.server, 'Rosa')
    const [carer, scout] = [await kind('Carer', 30), await kind('Scout', 10)]
    const dialog = await shown(rosa, 'Concessions')
    expect(await dialog.findByText('No concession applied.')).toBeVisible()
    await press(dialog, 'Assign Concession')
    const choose = async (name: string) => {
      await user.click(await dialog.findByRole('combobox', { name: 'Concession' }))
      await user.click(await screen.findByRole('option', { name: new RegExp(name) }))
    }
    await choose(carer.name)
    expect(await dialog.findByText('This concession is only available in Coast.')).toBeVisible()
    const expiry = () => dialog.getByRole('textbox', { name: 'Expiry date' })
    const assigned = () => calls.of(api.travelerConcessions.create)
    const recover = calls.answer(api.travelerConcessions.create, () => Response.json({}, { status: 500 }))
    await portal.fill(expiry(), '25/12/2027')
    expect(await screen.findByRole('button', { name: 'Previous month' })).toBeInTheDocument()
    // Enter takes the typed date: the calendar closes, and nothing is sent.
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Previous month' })).toBeNull())
    expect(expiry()).toHaveFocus()
    expect(assigned()).toEqual([])
    await dialog.submit()
    await waitFor(() => expect(assigned()).toHaveLength(1))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Submit' })).toBeEnabled())
    expect(dialog.getByRole('alert')).toBeEmptyDOMElement()
    expect(notices()).toEqual([])
    recover()
    await dialog.submit()
    expect(await notice('You successfully assigned concession')).toHaveTextContent('Thank you')
    expect(assigned()[1]?.body).toEqual({
      traveler_set_id: carer.id,
      traveler_id: rosa.id,
      expires_at: expect.stringMatching(/^2027-12-25T\d\d:00:00.000Z$/),
    })
    expect(isOfSession(assigned()[1]!)).toBe(true)
    const words = 'Concessions of this passenger'
    await dialog.findByRole('list', { name: words })
    expect(entries(dialog, words)).toHaveLength(1)
    expect(entries(dialog, words)[0]).toHaveTextContent('Active')
    expect(entries(dialog, words)[0]).toHaveTextContent('Expires 25/12/2027')

    await press(dialog, 'Assign Concession')
    await choose(scout.name)
    await portal.fill(expiry(), '24/12/2027{Enter}')
    await dialog.submit()
    expect(await dialog.findByText(/Carer is active in Coast until 25\/12\/2027/)).toBeVisible()
    await press(dialog, 'Cancel')
    await press(dialog, `Remove ${carer.name}`)
    await confirm('Remove concession', 'Remove')
    expect(await dialog.findByText('No concession applied.')).toBeVisible()
    expect(calls.of(api.travelerConcessions.destroy)[0]?.path).toMatch(/\/traveler_concessions\/\d+$/)
  })

  // covers: CONC-24
  test('an assigned concession is announced for three and a half seconds', async () => {
    const nora = await enrol(portal.server, 'Nora')
    const student = await kind('Student', 15)
    const dialog = await shown(nora, 'Concessions')
    await press(dialog, 'Assign Concession')
    await portal.user.click(await dialog.findByRole('combobox', { name: 'Concession' }))
    await portal.user.click(await screen.findByRole('option', { name: new RegExp(student.name) }))
    await portal.fill(dialog.getByRole('textbox', { name: 'Expiry date' }), '25/12/2027{Enter}')
    const submit = dialog.getByRole('button', { name: 'Submit' })
    await waitFor(() => expect(submit).toBeEnabled())
    timers.hold()
    await portal.user.click(submit)
    const stay = await stayOf('You successfully assigned concession')
    expect([stay > 3300, stay < 5000]).toEqual([true, true])
  })

  // covers: CONC-06
  // @test-tag long
  test('an expired concession can only be read', async () => {
    const { server } = portal
    const olga = await enrol(server, 'Olga')
    const { id: traveler_set_id } = await kind('Pupil', 20)
    const created_at = new Date('2026-10-01T00:00:00Z')
    const dates = { created_at, updated_at: created_at, expires_at: new Date('2026-11-01T00:00:00Z') }
    await server.deps.db
      .insertInto('traveler_concessions')
      .values({ traveler_id: olga.id, traveler_set_id, region_id: region.id, ...dates })
      .execute()
    await portal.open('customer_service', `/TravellerManagement?d=TravelerDialog-edit-${olga.id}-Concessions`)
    const list = within(await screen.findByRole('list', { name: 'Concessions of this passenger' }))
    const [entry, ...more] = list.getAllByRole('listitem')
    expect(more).toEqual([])
    expect(entry).toHaveTextContent('Expired')
    expect(within(entry ?? document.body).queryByRole('button')).toBeNull()
  })
})
