import { api, expect, leftToLongRun, type Page, test } from './fixtures.ts'

/** The dialogs of an address, and none that was open before. */
const openAlone = async (page: Page, goWithin: (page: Page, path: string) => Promise<void>, path: string) => {
  await goWithin(page, new URL(path, page.url()).pathname)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await goWithin(page, path)
  await expect(page.getByRole('dialog').last()).toBeVisible()
  await expect(page.getByRole('dialog').last().getByText('Loading')).toHaveCount(0)
}

test.describe('Accessibility', () => {
  test('the pages before signing in pass axe', async ({ page, expectAccessible }) => {
    for (const path of ['/Login', '/Admin/ForgotPassword', '/Admin/ResetPassword']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
    await page.goto('/Login')
    await page.getByLabel('Email or username').fill('nobody')
    await page.getByLabel('Password', { exact: true }).fill('nothing')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expectAccessible(page)
  })

  test('the pages of the shell pass axe', async ({ page, signIn, expectAccessible }) => {
    await signIn(page, 'superadmin')
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await expectAccessible(page)
    await page.goto('/DriverManagement?search=nobodyatall')
    await expect(page.getByText('No data available')).toBeVisible()
    await expectAccessible(page)
    for (const path of ['/Mail', '/Privacy/records', '/Profile/Security', '/NoSuchPage']) {
      await page.goto(path)
      await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeAttached()
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await expectAccessible(page)
    }
  })

  test('the list of bookings, their timeline and the survey pass axe', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    leftToLongRun()
    test.slow()
    const { data } = await (await apiAs('dispatcher')).call(api.serviceRequests.list, { query: { per_page: 1 } })
    const [booking] = data
    if (booking === undefined) throw new Error('The demo has no booking')
    const opens = Date.parse(booking.pickup.lower_bound)
    const range = [opens - 3_600_000, opens + 3_600_000].map((time) => new Date(time).toISOString()).join(',')
    await signIn(page, 'dispatcher', `/LiveBookings/data?filter.date_range=${range}`)
    await expect(page.getByRole('grid').getByText(booking.traveler_name).first()).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/LiveBookings/timeline?filter.date_range=${range}`)
    await expect(page.getByRole('button', { name: new RegExp(`booking ${booking.id},`) })).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/LiveBookings/timeline?filter.date_range=any&d=SurveyDialog-create-${booking.id}`)
    await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Reason' })).toBeVisible()
    await expectAccessible(page)
  })

  test('the pages and dialogs of discounts, places, reports and schedules pass axe', async ({
    page,
    signIn,
    goWithin,
    apiAs,
    expectAccessible,
  }) => {
    leftToLongRun()
    test.slow()
    const sam = await apiAs('superadmin')
    const [discount] = (await sam.call(api.discounts.list, { query: { per_page: 1 } })).data
    const [trip] = (await sam.call(api.tripItineraries.list, { query: { per_page: 1 } })).data
    const [zone] = (await sam.call(api.zones.list, { query: { per_page: 1 } })).data
    if (discount === undefined || trip === undefined || zone === undefined) throw new Error('The demo lacks records')
    await signIn(page, 'superadmin', '/DiscountManagement')
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    const report = (name: string) => page.locator('[aria-current="page"]').getByText(name, { exact: true })
    for (const [path, arrived] of [
      ['/DiscountManagement', heading('Discounts')],
      ['/BookingSheet', heading('Booking Sheet')],
      ['/Organisations', heading('Organisations')],
      ['/Places', heading('Places')],
      ['/Suspensions', heading('Suspensions')],
      ['/ReportManagement/feedback', report('Feedback')],
      ['/ReportManagement/cancellations', report('Cancel Reasons')],
      ['/ReportManagement/booking-outcome-report', report('Booking Outcomes')],
      ['/ReportManagement/conduct', report('Misses and Suspensions')],
      ['/ReportManagement/trip-itinerary', report('Trip Itinerary')],
      [`/ServicePlans/live?region=${zone.region_id}&zones=${zone.id}`, heading('In-Service Schedules')],
    ] as const) {
      await goWithin(page, path)
      await expect(arrived).toBeVisible()
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
      await expectAccessible(page)
    }
    const calendar = page.getByRole('button', { name: 'Previous month' })
    await goWithin(page, '/ReportManagement/booking-outcome-report')
    await page.getByRole('textbox', { name: 'From' }).click()
    await expect(calendar).toBeVisible()
    await expectAccessible(page)
    for (const path of [
      '/Organisations?d=OrganisationDialog-create',
      '/Places?d=PlaceDialog-create',
      '/Places?d=PlaceImportDialog-create',
      '/DiscountManagement?d=DiscountDialog-create',
      `/DiscountManagement?d=DiscountDialog-edit-${discount.id}`,
      `/ReportManagement/trip-itinerary?d=TripItineraryDialog-view-${trip.id}`,
      '/DiscountManagement?d=UnallocatedWarningDialog-view',
    ]) {
      await openAlone(page, goWithin, path)
      await expectAccessible(page)
    }
    await openAlone(page, goWithin, '/DiscountManagement?d=DiscountDialog-create')
    await page.getByRole('dialog').getByRole('button', { name: 'Activation' }).click()
    await expect(calendar).toBeVisible()
    await expectAccessible(page)
  })

  test("drivers' dialogs, the account menu and the shortcuts pass axe", async ({
    page,
    signIn,
    goWithin,
    apiAs,
    expectAccessible,
  }) => {
    leftToLongRun()
    test.slow()
    const [driver] = (await (await apiAs('superadmin')).call(api.drivers.list, { query: { per_page: 1 } })).data
    if (driver === undefined) throw new Error('The demo has no driver')
    await signIn(page, 'superadmin')
    for (const dialog of [
      `DriverDialog-view-${driver.id}`,
      `DriverDialog-edit-${driver.id}`,
      `DriverDialog-edit-${driver.id}-ResetPassword`,
      'DriverDialog-create',
      `DriverResetPasswordDialog-edit-${driver.id}`,
      `DriverDialog-view-${driver.id},DriverDialog-create`,
    ]) {
      await openAlone(page, goWithin, `/DriverManagement?d=${dialog}`)
      await expectAccessible(page)
    }
    await openAlone(page, goWithin, '/DriverManagement?d=DriverDialog-create')
    await page.getByLabel('First Name').fill('x')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Please fill out all required fields.')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/DriverManagement')
    await page.getByRole('button', { name: /account menu/ }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expectAccessible(page)
  })

  test('the list and dialogs of users pass axe', async ({ page, signIn, goWithin, apiAs, expectAccessible }) => {
    leftToLongRun()
    test.slow()
    const client = await apiAs('superadmin')
    const [user] = (await client.call(api.users.list, { query: { search: 'dana' } })).data
    await signIn(page, 'superadmin', '/UserManagement')
    for (const dialogs of [
      '',
      `?d=UserDialog-view-${user?.id}`,
      `?d=UserDialog-edit-${user?.id}`,
      `?d=UserPasswordDialog-edit-${user?.id}`,
    ]) {
      if (dialogs === '') await goWithin(page, '/UserManagement')
      else await openAlone(page, goWithin, `/UserManagement${dialogs}`)
      await expect(page.getByRole('dialog')).toHaveCount(dialogs === '' ? 0 : 1)
      await expect(page.getByText('Loading')).toHaveCount(0)
      await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeAttached()
      await expectAccessible(page)
    }
  })

  test('the lists and dialogs of user groups and roles pass axe', async ({
    page,
    signIn,
    goWithin,
    apiAs,
    expectAccessible,
  }) => {
    leftToLongRun()
    test.slow()
    const client = await apiAs('superadmin')
    const [group] = (await client.call(api.userGroups.list, { query: { search: 'Dispatchers' } })).data
    const [role] = (await client.call(api.userRoles.list, { query: { search: 'dispatcher' } })).data
    await signIn(page, 'superadmin', '/UserGroupManagement')
    for (const [list, dialogs] of [
      ['', `d=UserGroupDialog-view-${group?.id}`],
      ['', `d=UserGroupDialog-edit-${group?.id}`],
      ['tab=Roles&', ''],
      ['tab=Roles&', `d=UserRoleDialog-view-${role?.id}`],
      ['tab=Roles&', `d=UserRoleDialog-edit-${role?.id}`],
    ] as const) {
      if (dialogs === '') await goWithin(page, `/UserGroupManagement?${list}`)
      else await openAlone(page, goWithin, `/UserGroupManagement?${list}${dialogs}`)
      await expect(page.getByRole('dialog')).toHaveCount(dialogs === '' ? 0 : 1)
      await expect(page.getByText('Loading')).toHaveCount(0)
      await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeAttached()
      await expectAccessible(page)
    }
  })
})
