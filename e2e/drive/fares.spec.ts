import { prepareShift } from '../duty.ts'
import { api, expect, leftToLongRun, test } from '../fixtures.ts'
import { book } from '../trips/plan.ts'
import { expectGood, heading, signInDriver, tap } from './phone.ts'

leftToLongRun()

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a driver checks the vehicle, takes two of three people along, and hands in what they paid', async ({
  page,
  demo,
  apiAs,
}) => {
  const office = await apiAs('administrator')
  const duty = await prepareShift(demo, office, 'Fare Cove')
  const booking = await book(office, duty, 10, 3)
  const told = async () => (await office.call(api.serviceRequests.show, { params: { id: booking.id } })).data

  await test.step('Priya looks at the vehicle item by item, and there is sand on the floor', async () => {
    await signInDriver(page, duty.username)
    await tap(page, 'Start')
    await expect(heading(page, `Vehicle ${duty.vehicle}`)).toBeVisible()
    await expectGood(page)
    await tap(page, 'Check the vehicle: Before driving')
    await expect(heading(page, 'Lights')).toBeFocused()
    await expectGood(page)
    for (let item = 1; item < 12; item += 1) {
      await expect(page.getByText(`item ${item} of 12`)).toBeVisible()
      await page.getByRole('button', { name: 'OK', exact: true }).click()
    }
    await expect(heading(page, 'Cleanliness')).toBeVisible()
    await tap(page, 'Not OK')
    await expectGood(page)
    await page.getByRole('textbox', { name: 'What is wrong?' }).fill('Sand on the floor')
    await tap(page, 'Next')
    await tap(page, 'Odometer')
    await expectGood(page)
    await page.getByRole('textbox', { name: 'Odometer' }).fill('120400')
    await tap(page, 'Next')
    await tap(page, 'Start')
    await expect(page.getByRole('region', { name: 'Did you hear it?' })).toBeVisible()
    await expectGood(page)
    await page.getByRole('button', { name: 'Yes', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Arrived' })).toBeVisible()
  })

  await test.step('two of three people come, and one pays for both', async () => {
    await tap(page, 'Arrived')
    await tap(page, /^Aboard Noor/)
    await expect(page.getByText(/^How many came of Noor/)).toBeVisible()
    await expectGood(page)
    await page.getByRole('button', { name: /2 of 3/ }).click()
    await expect(page.getByText('2 of 3 people')).toBeVisible()
    await expectGood(page)
    await tap(page, /^Paid other amount Noor/)
    await expectGood(page)
    await page.getByRole('textbox', { name: /^Amount that Noor/ }).fill('5.50')
    await page.getByRole('button', { name: 'Paid', exact: true }).click()
    await expect(page.getByText('Paid $5.50')).toBeVisible()
    await expect.poll(async () => (await told()).fare.paid).toBe(5.5)
    expect((await told()).boarded_count).toBe(2)
  })

  await test.step('at the end she sees what to hand in, and the workshop what is wrong', async () => {
    await tap(page, 'Depart')
    await tap(page, 'Arrived')
    await tap(page, /^Out Noor/)
    await tap(page, 'Depart')
    await tap(page, 'End trip')
    await page.getByRole('textbox', { name: 'Odometer' }).fill('120442')
    await tap(page, 'Next')
    await page.getByRole('button', { name: 'End trip' }).click()
    await expect(page.getByText('42 by the odometer')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Cash to hand in: $5.50' })).toBeVisible()
    await expectGood(page)
    const { data: cash } = await office.call(api.trips.cash, { params: { id: duty.tripId } })
    expect(cash).toMatchObject({ amount: 5.5, fares: [{ paid: 5.5 }] })
    const { data: checks } = await office.call(api.vehicleChecks.list, { query: { filter: { trip: [duty.tripId] } } })
    expect(checks).toMatchObject([{ checklist_name: 'Before driving', result: 'failed' }])
    const { data: notes } = await office.call(api.vehicleNotes.list, {
      query: { filter: { vehicle: [checks[0]?.vehicle_id ?? 0] } },
    })
    expect(notes).toMatchObject([{ details: 'Before driving: Cleanliness: Sand on the floor (Priya Raman)' }])
  })
})
