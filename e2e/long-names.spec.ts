import { api, clientFor, expect, test } from './fixtures.ts'

const first_name = 'Maximiliana-Alexandrina'
const last_name = 'Konstantinopolitanska-Wolfeschlegelst'

test('names of 60 characters leave titles, buttons and the header in one piece', async ({ page, demo, signIn }) => {
  const office = await clientFor(demo, 'administrator')
  const body = { first_name, last_name, status: 'active' as const }
  const names = { username: 'maximiliana', email: 'maximiliana@ambit.example' }
  const { data: user } = await office.call(api.users.create, { body: { ...body, ...names } })
  const { data: traveler } = await office.call(api.travelers.create, { body: { ...body, ...names } })
  await page.route('**/api/v2/ops/sessions/current', async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as { data: { full_name: string } } // the contract's session
    json.data.full_name = `${first_name} ${last_name}`
    await route.fulfill({ response: answer, json })
  })
  await page.setViewportSize({ width: 1024, height: 768 })
  await signIn(page, 'administrator', `/UserManagement?d=UserDialog-edit-${user.id}`)
  const dialog = page.getByRole('dialog')
  const title = dialog.getByRole('heading', { name: 'Edit User' })
  await expect(title).toBeVisible()
  expect((await title.boundingBox())?.height).toBeLessThan(30)

  await page.goto(`/TravellerManagement?d=TravelerDialog-edit-${traveler.id}`)
  const button = dialog.getByRole('button', { name: 'New booking' })
  await expect(button).toBeVisible()
  const cut = await button.evaluate((element) =>
    [element, ...element.querySelectorAll('*')].some(
      (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
    ),
  )
  expect(cut).toBe(false)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/UserManagement')
  const name = page.getByRole('banner').getByText(`${first_name} ${last_name}`, { exact: true })
  await expect(name).toBeVisible()
  expect((await name.boundingBox())?.width).toBeLessThan(220)
  await office.call(api.users.destroy, { params: { id: user.id } })
})
