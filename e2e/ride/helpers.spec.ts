import type { Client } from '@ambit/contract'
import { prepareDuty, report } from '../duty.ts'
import { api, expect, leftToLongRun, type Page, test } from '../fixtures.ts'
import { atStop, bookableWithApps, choosePlace, codeFor } from './passenger.ts'
import { expectGood, heading, tap } from './phone.ts'

leftToLongRun()

const phone = { width: 390, height: 844 }

type Person = { contact: string; first: string; last: string }

/** With the code that is sent there; none of the two is known yet. */
const signUp = async (page: Page, office: Client, { contact, first, last }: Person): Promise<void> => {
  await page.goto('/Ride')
  await page.getByRole('textbox', { name: 'E-mail address or phone number' }).fill(contact)
  await tap(page, 'Send code')
  const code = page.getByRole('textbox', { name: 'Code of 6 digits' })
  await expect(code).toBeVisible()
  await code.fill(await codeFor(office, contact))
  await tap(page, 'Sign in')
  await page.getByRole('textbox', { name: 'First name' }).fill(first)
  await page.getByRole('textbox', { name: 'Last name' }).fill(last)
  await page.getByRole('checkbox').check()
  await tap(page, 'Continue')
  await expect(heading(page, 'Where to?')).toBeVisible()
}

/** The newest mail to the helper is the invitation: she was sent a code for signing in before. */
const invitationFor = async (office: Client, contact: string): Promise<string> => {
  const found = async () => {
    const { data } = await office.call(api.outbox.list, { query: { per_page: 20 } })
    return data.find(({ to, subject }) => to === contact && subject.includes('help'))
  }
  await expect.poll(found).toBeDefined()
  return /code (\d{6})/.exec((await found())?.text ?? '')?.[1] ?? ''
}

test('a helper is invited, accepts and books, the passenger sees who booked, and what was lost is found by staff', async ({
  page,
  browser,
  demo,
  apiAs,
  signIn,
  expectAccessible,
}) => {
  const office = await apiAs('administrator')
  const duty = await prepareDuty(demo, office, 'Help Cove')
  await bookableWithApps(office, duty)
  const of = (first: string, last: string): Person => ({
    contact: `${first.toLowerCase()}.${duty.zone.id}@ambit.example`,
    first,
    last,
  })
  const [elsa, hanna] = [of('Elsa', 'Old'), of('Hanna', 'Helper')]
  const open = async (): Promise<Page> =>
    (await browser.newContext({ baseURL: demo.url, viewport: phone, hasTouch: true, isMobile: true })).newPage()
  const [elsas, hannas] = [await open(), await open()]

  await test.step('Elsa invites Hanna', async () => {
    await signUp(hannas, office, hanna)
    await signUp(elsas, office, elsa)
    await elsas.getByRole('link', { name: 'My account' }).click()
    await tap(elsas, 'Invite a helper')
    await elsas.getByRole('textbox', { name: 'E-mail address or phone number' }).fill(hanna.contact)
    await expectGood(elsas)
    await elsas.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(elsas.getByText(hanna.contact, { exact: true })).toBeVisible()
  })

  await test.step('Hanna accepts with the code, and books for Elsa', async () => {
    await hannas.getByRole('link', { name: 'My account' }).click()
    const asked = hannas.getByRole('form', { name: /^Elsa Old asks for your help/ })
    await asked.getByRole('textbox', { name: 'Code of 6 digits' }).fill(await invitationFor(office, hanna.contact))
    await expectGood(hannas)
    await asked.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(hannas.getByRole('button', { name: 'Stop helping Elsa Old' })).toBeVisible()
    await hannas.getByRole('link', { name: 'Ride', exact: true }).click()
    await expect(heading(hannas, 'Who is this ride for?')).toBeVisible()
    await expectGood(hannas)
    await tap(hannas, 'Elsa Old')
    await choosePlace(hannas, 'To', duty.to.title)
    await choosePlace(hannas, 'From', duty.from.title)
    await tap(hannas, 'Find a ride')
    await tap(hannas, /^Choose: /)
    await expect(hannas.getByText('For Elsa Old')).toBeVisible()
    await tap(hannas, 'Book')
    await expect(heading(hannas, 'Your ride')).toBeVisible()
    await expect(hannas.getByText('For Elsa Old')).toBeVisible()
  })

  await test.step('Elsa sees who booked, rides, and reports what she has left', async () => {
    await elsas.getByRole('link', { name: 'My rides' }).click()
    await elsas.getByRole('region', { name: 'Coming up' }).getByRole('link').click()
    await expect(elsas.getByText(/^Booked by Hanna Helper, /)).toBeVisible()
    const pickup = await atStop(duty, 0)
    await report(duty, duty.from.point)
    await duty.driver.call(api.driver.arrive, { params: { id: pickup.id } })
    await duty.driver.call(api.driver.board, { params: { id: pickup.boardings[0]?.id ?? 0 } })
    await tap(elsas, 'Lost something')
    await elsas.getByRole('textbox', { name: 'What have you lost?' }).fill(`Green umbrella ${duty.zone.id}`)
    await expectGood(elsas)
    await tap(elsas, 'Report it')
    await expect(elsas.getByText('Reported. We will tell you what we find.')).toBeVisible()
    await expectGood(elsas)
  })

  await test.step('staff find it, and Elsa sees it', async () => {
    await signIn(page, 'customer_service', '/LostProperty')
    await expectAccessible(page)
    await page.getByText(`Green umbrella ${duty.zone.id}`).click()
    const dialog = page.getByRole('dialog', { name: `Green umbrella ${duty.zone.id}` })
    await expect(dialog.getByText(duty.vehicle)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Found', exact: true }).click()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
    await elsas.reload()
    await expect(elsas.getByText('Found. Please call us to get it back.')).toBeVisible()
  })
})
