import { api, permissionKeys } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { insertProvider } from '@ambit/server/testing/insert-provider'
import { createTestUser, TEST_PASSWORD } from '@ambit/server/testing'
import { calls } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ config: { publicUrl: 'http://ambit.test', environment: 'dev' } })
let provider: number
beforeAll(async () => {
  provider = await insertProvider(portal.server)
  await portal.server.token('dispatcher')
})

/** A part of the tab by its heading. */
const part = async (name: string) => within(await screen.findByRole('region', { name }))

// covers: OPS-34
test('the page Settings is in the menu group System for those who may read the settings, with nine tabs', async () => {
  await portal.open('administrator', '/')
  const system = within(await screen.findByRole('region', { name: 'System' }))
  await portal.user.click(system.getByRole('link', { name: 'Settings' }))
  await waitFor(() => expect(portal.address()).toMatch(/^\/Settings(\?|$)/))
  const tabs = within(await screen.findByRole('navigation', { name: 'Parts of the settings' }))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Brand',
    'Region & Language',
    'Map',
    'Mail & Messages',
    'Sign-in',
    'Modules',
    'Backups',
    'Status',
    'Environment',
  ])
  await portal.user.click(tabs.getByRole('link', { name: 'Sign-in' }))
  const row = await screen.findByRole('row', { name: /House login/ })
  expect(row).toHaveTextContent('https://login.example.org')
  await portal.open({ permissions: ['Settings:settings:canRead'] }, '/Settings')
  expect(await screen.findByRole('region', { name: 'Brand' })).toBeVisible()
  await portal.open({ permissions: permissionKeys.filter((key) => key !== 'Settings:settings:canRead') }, '/Settings')
  expect(await screen.findByRole('heading', { name: 'No permission' })).toBeInTheDocument()
  const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }))
  expect(menu.queryByRole('link', { name: 'Settings' })).toBeNull()
})

// covers: OPS-35
// @test-tag long
test('names and colour are shown before they are saved, and every open page follows', async () => {
  await portal.open('administrator', '/Settings/brand')
  const brand = await part('Brand')
  await portal.fill(brand.getByRole('textbox', { name: /Brand name/ }), 'Coastlink')
  expect(within(await screen.findByRole('region', { name: 'Preview' })).getAllByText('Coastlink')).toHaveLength(2)
  await portal.fill(brand.getByRole('textbox', { name: 'Value' }), '#ffff00')
  expect(brand.getByRole('status')).toHaveTextContent('White words on it: 1.0 : 1. At least 4.5 : 1 is needed')
  await portal.user.click(brand.getByRole('button', { name: 'Submit' }))
  expect(await brand.findByText(/^White words on it have a contrast of 1 : 1/)).toBeVisible()
  await portal.fill(brand.getByRole('textbox', { name: 'Value' }), '#0b7a4b')
  await portal.user.click(brand.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(screen.getByRole('link', { name: /Coastlink/ })).toBeVisible())
  expect(calls.of(api.settings.update).at(-1)?.body).toMatchObject({ app: { brandName: 'Coastlink' } })
  await portal.server.client('administrator').call(api.settings.update, { body: { app: { brandName: 'Sunline' } } })
  await waitFor(() => expect(screen.getByRole('link', { name: /Sunline/ })).toBeVisible(), { timeout: 5000 })
})

// covers: OPS-35
test('a logo for light pages is shown once it is chosen, and what is too large or runs something is refused beside its field', async () => {
  await portal.open('administrator', '/Settings/brand')
  const group = await screen.findByRole('group', { name: 'Logo, light pages' })
  const logo = within(group)
  const choose = (content: string): Promise<void> =>
    portal.user.upload(
      group.querySelector<HTMLInputElement>('input[type=file]')!, // the button's own
      new File([content], 'logo.svg', { type: 'image/svg+xml' }),
    )
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>'
  await choose(' '.repeat(200_001))
  expect(logo.getByRole('alert')).toHaveTextContent('The logo may have at most 200 kB')
  await choose(drawing.replace('<circle r="4"/>', '<script>1</script>'))
  await waitFor(() => expect(logo.getByRole('alert')).toHaveTextContent('The logo has a script in it'))
  await choose(drawing)
  const { src } = await logo.findByRole<HTMLImageElement>('img', { name: 'Logo, light pages' })
  expect(src).toMatch(/\/logos\/[0-9a-f]{64}$/)
  await portal.user.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() =>
    expect(calls.of(api.settings.update).at(-1)?.body).toEqual({ app: { logoLight: src.slice(-64) } }),
  )
})

// @test-tag long
test('the clock, the day that weeks begin with and distances are chosen, and who may only read sees them', async () => {
  await portal.open('administrator', '/Settings/region')
  const region = await part('Region & Language')
  await portal.choose(region.getByRole('combobox', { name: 'Clock' }), '24 hours, 15:05')
  await portal.choose(region.getByRole('combobox', { name: 'First day of the week' }), 'Sunday')
  await portal.choose(region.getByRole('combobox', { name: 'Distances' }), 'Miles')
  await portal.user.click(region.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText(/^The settings were saved/)).toBeVisible()
  expect(calls.of(api.settings.update)[0]?.body).toEqual({
    app: { clockHours: '24', firstDay: 'sunday', distances: 'miles' },
  })
  await portal.open({ permissions: ['Settings:settings:canRead'] }, '/Settings/region')
  expect(await screen.findByText('24 hours, 15:05')).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Clock' })).toBeNull()
})

// @test-tag long
test('how long sessions last and which looks are unusual is set in the tab Sign-in, and what does not fit is said beside its field', async () => {
  await portal.open('administrator', '/Settings/sign-in')
  const sessions = await part('Sessions and passwords')
  const idle = sessions.getByRole('textbox', { name: 'Without use' })
  expect(idle).toHaveValue('240')
  // The first of several forms is not the work that somebody came for.
  expect(screen.getAllByRole('textbox').filter((box) => box === document.activeElement)).toEqual([])
  await portal.fill(idle, '5')
  await portal.user.click(sessions.getByRole('button', { name: 'Submit' }))
  expect(await sessions.findByText('At least 15 minutes')).toBeVisible()
  await portal.fill(idle, '60')
  await portal.user.click(sessions.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText(/^The settings were saved/)).toBeVisible()
  expect(calls.of(api.settings.update).at(-1)?.body).toEqual({ signIn: { idle_minutes: 60 } })
  const looks = await part('Looking at passengers')
  await portal.fill(looks.getByRole('textbox', { name: 'Looks in an hour' }), '30')
  await portal.user.click(looks.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(calls.of(api.settings.update).at(-1)?.body).toEqual({ access: { unusual_looks: 30 } }))
  await portal.open({ permissions: ['Settings:settings:canRead', 'Settings:signIn:canRead'] }, '/Settings/sign-in')
  expect((await part('Looking at passengers')).queryByRole('textbox')).toBeNull()
  await portal.server.deps.db.deleteFrom('settings').where('key', 'in', ['sign_in', 'access']).execute()
})

// @test-tag long
test('what does not fit of a new provider is said beside its field, and nothing typed is lost', async () => {
  await portal.open('superadmin', '/Settings/sign-in')
  await portal.user.click(await screen.findByRole('button', { name: 'Add a provider' }))
  const dialog = await portal.dialog('New provider')
  const field = (name: RegExp) => dialog.getByRole('textbox', { name })
  await portal.fill(field(/Name on the button/), 'Other login')
  await portal.fill(field(/Issuer/), 'http://login.example.org')
  await portal.fill(field(/Client id/), 'ambit')
  await portal.fill(field(/Secret or key/), 'a secret')
  await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await dialog.findByText(/must begin with https/)).toBeVisible()
  expect(field(/Client id/)).toHaveValue('ambit')
})

// @test-tag long
test('the groups of a provider are mapped in its dialog', async () => {
  await portal.open('superadmin', `/Settings/sign-in?d=SsoProviderDialog-edit-${provider}`)
  const dialog = await portal.dialog(/Provider/)
  expect(dialog.getByText(`http://ambit.test/api/v2/ops/sso/${provider}/callback`)).toBeVisible()
  await portal.user.click(dialog.getByRole('button', { name: 'Add a group' }))
  await portal.fill(dialog.getByRole('textbox', { name: 'Group at the provider' }), 'desk')
  await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await dialog.findByText('Please enter both groups in each row, or remove the row')).toBeVisible()
  await screen.findByRole('option', { name: 'Dispatchers', hidden: true })
  await portal.choose(dialog.getByRole('combobox', { name: 'Group here' }), 'Dispatchers')
  await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(calls.of(api.ssoProviders.update)).toHaveLength(1))
  expect(calls.of(api.ssoProviders.update)[0]?.body).toMatchObject({
    group_map: [{ provider_group: 'desk', region_ids: null }],
  })
})

// @test-tag long
test('a superadmin is made a break-glass account, which says that it has no second factor', async () => {
  await createTestUser(portal.server.deps, 'superadmin', 'glass')
  await portal.open('superadmin', '/Settings/sign-in')
  const accounts = await part('Break-glass accounts')
  await portal.choose(await accounts.findByRole('combobox', { name: 'Superadmin' }), 'Test glass')
  await portal.user.click(accounts.getByRole('button', { name: 'Add' }))
  expect(await accounts.findByText('No second factor: it does not count')).toBeVisible()
  await portal.user.click((await part('Local sign-in')).getByRole('button', { name: 'Switch off' }))
  expect(await screen.findByText(/First sign in to a break-glass account/)).toBeVisible()
})

// covers: OPS-14
test('the sign-in page has a button for each provider, and says when one cannot be reached', async () => {
  await portal.open(null, '/Login')
  await portal.user.click(await screen.findByRole('button', { name: 'Sign in with House login' }))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('House login cannot be reached'))
  expect(screen.getByLabelText(/Email or username/)).toBeVisible()
})

// covers: OPS-05
// @test-tag long
test('an answer that was refused is told by its number alone, and the address forgets it', async () => {
  await portal.open(null, '/Login#sso_refused=12345678')
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Tell your administrator this number: 12345678'),
  )
  expect(location.hash).toBe('')
})

// @test-tag long
test('without local sign-in the form is for break-glass accounts, and comes when it is asked for', async () => {
  const db = portal.server.deps.db
  const off = { key: 'sign_in', value: JSON.stringify({ local_sign_in: false }) }
  await db.insertInto('settings').values(off).execute()
  await portal.open(null, '/Login')
  expect(screen.queryByLabelText(/Email or username/)).toBeNull()
  await portal.user.click(await screen.findByRole('button', { name: 'Sign in with a break-glass account' }))
  await portal.fill(await screen.findByLabelText(/Email or username/), 'dispatcher')
  await portal.fill(screen.getByLabelText(/^Password/, { selector: 'input' }), TEST_PASSWORD)
  await portal.user.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Your login details are incorrect')
  await db.deleteFrom('settings').where('key', '=', 'sign_in').execute()
})

// covers: OPS-07
// @test-tag long
test('whom a provider knows one as is shown on the page Security and in the user’s dialog, and can be left', async () => {
  const { data } = await portal.server.client('dispatcher').call(api.sessions.current)
  await portal.server.client('superadmin').call(api.users.joinIdentity, {
    params: { id: data.id },
    body: { provider_id: provider, subject: 'dana-there' },
  })
  await portal.open('administrator', `/UserManagement?d=UserDialog-edit-${data.id}-Sessions`)
  expect(await screen.findByText('House login: dana-there')).toBeVisible()
  await portal.open('dispatcher', '/Profile/Security')
  const joined = await part('Sign-in providers')
  expect(joined.getByText('dana-there')).toBeVisible()
  await portal.user.click(joined.getByRole('button', { name: 'Leave House login' }))
  const question = await portal.dialog('Leave this provider?')
  await portal.user.click(question.getByRole('button', { name: 'Leave' }))
  expect(await joined.findByRole('button', { name: 'Join House login' })).toBeVisible()
})
