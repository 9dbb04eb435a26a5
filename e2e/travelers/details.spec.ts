import { api, expect, stepUntilVisible, test } from '../fixtures.ts'
import { enrol, passenger, toast } from './enrol.ts'

test.describe("A passenger's comments", () => {
  // covers: COMM-01, COMM-07..12, COMM-14..17
  test('an agent writes a comment about a passenger, corrects it and deletes it', async ({ page, signIn, apiAs }) => {
    const ruth = await enrol(apiAs, 'Ruth')
    await page.clock.install()
    await signIn(page, 'customer_service', `/TravellerManagement?d=TravelerDialog-view-${ruth.id}-Comments`)
    const dialog = passenger(page, ruth)
    await expect(dialog.getByText('No comments.')).toBeVisible()
    const field = dialog.getByRole('textbox', { name: 'Comment' }).first()
    await expect(field).toHaveAttribute('rows', '4')
    const add = dialog.getByRole('button', { name: 'Add Comment' })
    await add.click()
    await expect(dialog.getByText('Please enter a comment')).toBeVisible()
    await field.fill('x'.repeat(501))
    await expect(dialog.getByText('501 / 500')).toBeVisible()
    await expect(dialog.getByText('Please enter at most 500 characters')).toBeVisible()
    await field.fill('Rings before boarding')
    await expect(dialog.getByText('21 / 500')).toBeVisible()
    await page.route('**/ops/traveler_comments', (route) => route.abort('internetdisconnected'))
    await add.click()
    await expect(dialog.getByText('The server cannot be reached.')).toBeVisible()
    await expect(field).toBeEnabled()
    await expect(field).toHaveValue('Rings before boarding')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.clock.pauseAt(Date.now() + 60_000)
    const writing = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/traveler_comments'),
    )
    await add.click()
    const written = await writing
    expect(written.postDataJSON()).toEqual({ comment: 'Rings before boarding', traveler_id: ruth.id })
    expect(written.headers()['authorization']).toMatch(/^Bearer /)
    const notice = toast(page, 'Comment created succesfully')
    await stepUntilVisible(page, notice)
    await expect(notice).toContainText('Thank you')
    await page.clock.runFor(2500)
    await expect(notice).toBeVisible()
    await page.clock.runFor(2000)
    await expect(notice).toBeHidden()
    await page.clock.resume()

    const comments = dialog.getByRole('list', { name: 'Comments on this passenger' }).getByRole('listitem')
    await comments.getByRole('button', { name: /^Edit comment/ }).click()
    await comments.getByRole('textbox').fill('Needs a hand at the door')
    const changing = page.waitForRequest((request) => request.method() === 'PATCH')
    await comments.getByRole('button', { name: 'Save' }).click()
    const change = await changing
    const { id } = change.postDataJSON() as { id: number }
    expect(change.postDataJSON()).toEqual({ comment: 'Needs a hand at the door', id, traveler_id: ruth.id })
    expect(change.url()).toMatch(new RegExp(`/traveler_comments/${id}$`))
    await expect(comments.getByText('Needs a hand at the door')).toBeVisible()
    await comments.getByRole('button', { name: /^Delete comment/ }).click()
    await page.getByRole('dialog', { name: 'Delete comment' }).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByText('No comments.')).toBeVisible()
  })
})

test.describe("A passenger's concessions", () => {
  // covers: CONC-01, CONC-15, CONC-16, CONC-18, CONC-19, CONC-21..23, CONC-25
  test('an agent gives a passenger a concession that is valid in its region until a chosen day', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const rosa = await enrol(apiAs, 'Rosa')
    const office = await apiAs('operations_manager')
    const [region] = (await office.call(api.regions.list, { query: { sort: 'id', per_page: 1 } })).data
    if (region === undefined) throw new Error('The demo has no region')
    const kind = async (name: string, discount_amount: number) => {
      const body = { name: `${name} of ${rosa.last_name}`, region_id: region.id, discount_amount }
      return (await office.call(api.travelerSets.create, { body })).data
    }
    const [carer, scout] = [await kind('Carer', 30), await kind('Scout', 10)]
    await signIn(page, 'customer_service', `/TravellerManagement?d=TravelerDialog-view-${rosa.id}-Concessions`)
    const dialog = passenger(page, rosa)
    await expect(dialog.getByText('No concession applied.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Assign Concession' }).click()
    const choose = async (name: string) => {
      await dialog.getByRole('combobox', { name: 'Concession' }).click()
      await page.getByRole('option', { name: new RegExp(name) }).click()
    }
    await choose(carer.name)
    await expect(dialog.getByText(`This concession is only available in ${region.name}.`)).toBeVisible()
    const expiry = dialog.getByRole('textbox', { name: 'Expiry date' })
    const { data: settings } = await office.call(api.settings.show)
    const year = new Date(settings.clock.now).getUTCFullYear() + 1
    await page.route('**/ops/traveler_concessions', (route) => route.fulfill({ status: 500, json: {} }))
    const refused = page.waitForResponse((response) => response.status() === 500)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    const submit = dialog.getByRole('button', { name: 'Submit' })
    await expiry.fill(`25/12/${year}`)
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible()
    // Enter takes the typed date: the calendar closes, and nothing is sent.
    await expiry.press('Enter')
    await expect(page.getByRole('button', { name: 'Previous month' })).toHaveCount(0)
    await expect(expiry).toBeFocused()
    expect(sent).toEqual([])
    await submit.click()
    await refused
    await expect(submit).toBeEnabled()
    await expect(dialog.getByRole('alert')).toBeEmpty()
    await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const assigning = page.waitForRequest((request) => request.method() === 'POST')
    await submit.click()
    const assigned = await assigning
    expect(assigned.postDataJSON()).toEqual({
      traveler_set_id: carer.id,
      traveler_id: rosa.id,
      expires_at: expect.stringMatching(new RegExp(`^${year}-12-25T\\d\\d:00:00.000Z$`)),
    })
    expect(assigned.headers()['authorization']).toMatch(/^Bearer /)
    const notice = toast(page, 'You successfully assigned concession')
    await expect(notice).toContainText('Thank you')
    const concessions = dialog.getByRole('list', { name: 'Concessions of this passenger' }).getByRole('listitem')
    await expect(concessions).toContainText([`Active`])
    await expect(concessions).toContainText([`Expires 25/12/${year}`])

    await dialog.getByRole('button', { name: 'Assign Concession' }).click()
    await choose(scout.name)
    await expiry.fill(`24/12/${year}`)
    await expiry.press('Enter')
    await submit.click()
    await expect(dialog.getByText(`${carer.name} is active in ${region.name} until 25/12/${year}`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await concessions.getByRole('button', { name: `Remove ${carer.name}` }).click()
    const removing = page.waitForRequest((request) => request.method() === 'DELETE')
    await page.getByRole('dialog', { name: 'Remove concession' }).getByRole('button', { name: 'Remove' }).click()
    expect((await removing).url()).toMatch(/\/traveler_concessions\/\d+$/)
    await expect(dialog.getByText('No concession applied.')).toBeVisible()
  })

  // covers: CONC-06
  test('an expired concession can only be read', async ({ page, signIn, apiAs }) => {
    const { data } = await (
      await apiAs('customer_service')
    ).call(api.travelerConcessions.list, {
      query: { per_page: 1000, sort: 'expires_at' },
    })
    const over = data.find(({ expired }) => expired)
    if (over === undefined) throw new Error('No concession of the demo has expired')
    await signIn(page, 'customer_service', `/TravellerManagement?d=TravelerDialog-edit-${over.traveler_id}-Concessions`)
    const entry = page
      .getByRole('list', { name: 'Concessions of this passenger' })
      .getByRole('listitem')
      .filter({ hasText: 'Expired' })
    await expect(entry.first()).toBeVisible()
    await expect(entry.getByRole('button')).toHaveCount(0)
  })
})

test.describe("A passenger's cards", () => {
  // covers: CARD-01, CARD-04, CARD-07..11, CARD-14..16, CARD-20..22, CARD-23, CARD-25..27, CARD-33, SHELL-75
  test("an agent saves a passenger's card with the provider's element and removes it", async ({
    page,
    signIn,
    apiAs,
  }) => {
    const carla = await enrol(apiAs, 'Carla')
    await signIn(page, 'customer_service', `/TravellerManagement?d=TravelerDialog-view-${carla.id}-PaymentDetails`)
    const dialog = passenger(page, carla)
    await expect(dialog.getByText('No credit card on file.')).toBeVisible()
    await page.route('**/setup_intent', (route) =>
      route.fulfill({ status: 201, json: { data: { client_secret: null } } }),
    )
    await dialog.getByRole('button', { name: 'Add Credit Card' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Card Setup failed.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    const added = "The credit card has been successfully added to the passenger's profile."
    const add = async (number: string, cvc: string): Promise<void> => {
      const begun = page.waitForRequest((request) => request.url().endsWith(`/travelers/${carla.id}/setup_intent`))
      await dialog.getByRole('button', { name: 'Add Credit Card' }).click()
      expect((await begun).headers()['authorization']).toMatch(/^Bearer /)
      await dialog.getByLabel('Name on card').fill('C Rider')
      await dialog.getByLabel('Card number').fill(number)
      await dialog.getByLabel('Expiry').fill('04/39')
      await dialog.getByLabel('Security code').fill(cvc)
      await dialog.getByRole('button', { name: 'Save Card' }).click()
    }
    await add('4000000000000002', '123')
    await expect(dialog.getByRole('alert')).toHaveText('Your card was declined.')
    await expect(dialog.getByLabel(/post|zip/i)).toHaveCount(0)
    await dialog.getByLabel('Card number').fill('4242424242424242')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    const attaching = page.waitForRequest((request) => request.url().endsWith(`/travelers/${carla.id}/payment_methods`))
    await dialog.getByRole('button', { name: 'Save Card' }).click()
    expect((await attaching).postDataJSON()).toEqual({ payment_method_id: expect.stringMatching(/^pm_test_/) })
    await expect(dialog.getByRole('status')).toHaveText(added)
    await add('378282246310005', '1234')
    await expect(dialog.getByRole('status')).toHaveText(added)
    await add('36227206271667', '123')
    await expect(dialog.getByRole('status')).toHaveText(added)
    await add('5555555555554444', '123')
    await expect(dialog.getByRole('status')).toHaveText(added)
    const cards = dialog.getByRole('list', { name: 'Saved credit cards' }).getByRole('listitem')
    await expect(cards).toHaveCount(4)
    for (const [name, brand] of [
      ['Visa ending in 4242', 'visa'],
      ['American Express ending in 0005', 'amex'],
      ['Diners Club ending in 1667', 'dinersclub'],
      ['Mastercard ending in 4444', 'other'],
    ] as const) {
      const card = dialog.getByRole('listitem', { name })
      await expect(card).toContainText('C Rider')
      await expect(card).toContainText('Expires 04/2039')
      await expect(card.locator('svg[data-brand]')).toHaveAttribute('data-brand', brand)
    }
    await dialog.getByRole('button', { name: 'Remove Visa ending in 4242' }).click()
    const removing = page.waitForRequest((request) => request.method() === 'DELETE')
    await page.getByRole('dialog', { name: 'Remove credit card' }).getByRole('button', { name: 'Remove' }).click()
    expect((await removing).url()).toMatch(new RegExp(`/travelers/${carla.id}/payment_methods/pm_test_`))
    await expect(cards).toHaveCount(3)
  })

  // covers: CARD-28..31
  test("a list of cards that cannot be loaded shows the provider's error once", async ({ page, signIn, apiAs }) => {
    const cleo = await enrol(apiAs, 'Cleo')
    await page.clock.install()
    // Answered once the clock is stopped, so that the whole time of the notice is measured.
    let answer = (): void => {}
    const paused = new Promise<void>((done) => {
      answer = done
    })
    await page.route(`**/travelers/${cleo.id}/payment_methods`, async (route) => {
      await paused
      await route.fulfill({ status: 500, json: {} })
    })
    await signIn(page, 'customer_service', `/TravellerManagement?d=TravelerDialog-view-${cleo.id}-PaymentDetails`)
    await expect(passenger(page, cleo)).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    answer()
    const notice = page.locator('.mantine-Notification-root')
    await stepUntilVisible(page, notice)
    await expect(notice).toHaveCount(1)
    await expect(notice).toContainText('ErrorInternal Server Error')
    await page.clock.runFor(2500)
    await expect(notice).toBeVisible()
    await page.clock.runFor(2000)
    await expect(notice).toBeHidden()
  })

  test('a passenger’s payment details state when card payment is not set up', async ({ page, signIn, apiAs }) => {
    const cora = await enrol(apiAs, 'Cora')
    await page.route('**/payment_provider', (route) => route.fulfill({ json: { data: { kind: null } } }))
    await signIn(page, 'customer_service', `/TravellerManagement?d=TravelerDialog-view-${cora.id}-PaymentDetails`)
    await expect(passenger(page, cora).getByText('Cards are not set up in this installation.')).toBeVisible()
    await expect(passenger(page, cora).getByRole('button', { name: 'Add Credit Card' })).toHaveCount(0)
  })
})
