import { api, expect, test } from './fixtures.ts'

test.describe('axe finds nothing', () => {
  test('on the pages before signing in', async ({ page, expectAccessible }) => {
    for (const path of ['/Login', '/Admin/ForgotPassword', '/Admin/ResetPassword']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
    await page.goto('/Login')
    await page.getByLabel('Email or username').fill('nobody')
    await page.getByLabel('Password', { exact: true }).fill('nothing')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
  })

  test('on the pages of the shell', async ({ page, signIn, expectAccessible }) => {
    await signIn(page, 'superadmin')
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await expectAccessible(page)
    await page.goto('/DriverManagement?search=nobodyatall')
    await expect(page.getByText('No data available')).toBeVisible()
    await expectAccessible(page)
    for (const path of ['/Mail', '/NoSuchPage']) {
      await page.goto(path)
      await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeAttached()
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await expectAccessible(page)
    }
  })

  test('among bookings, over time, and in the survey', async ({ page, signIn, apiAs, expectAccessible }) => {
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

  test('on discounts, reports and schedules', async ({ page, signIn, apiAs, expectAccessible }) => {
    test.slow()
    const sam = await apiAs('superadmin')
    const [discount] = (await sam.call(api.discounts.list, { query: { per_page: 1 } })).data
    const [trip] = (await sam.call(api.tripItineraries.list, { query: { per_page: 1 } })).data
    const [zone] = (await sam.call(api.zones.list, { query: { per_page: 1 } })).data
    if (discount === undefined || trip === undefined || zone === undefined) throw new Error('The demo lacks records')
    await signIn(page, 'superadmin', '/DiscountManagement')
    const loaded = async () => {
      // The page that looks who is signed in has a heading as well.
      await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeAttached()
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
    }
    for (const path of [
      '/DiscountManagement',
      '/ReportManagement/feedback',
      '/ReportManagement/cancellations',
      '/ReportManagement/booking-outcome-report',
      '/ReportManagement/trip-itinerary',
      `/ServicePlans/live?region=${zone.region_id}&zones=${zone.id}`,
    ]) {
      await page.goto(path)
      await loaded()
      await expectAccessible(page)
    }
    const calendar = page.getByRole('button', { name: 'Previous month' })
    await page.goto('/ReportManagement/booking-outcome-report')
    await page.getByRole('textbox', { name: 'From' }).click()
    await expect(calendar).toBeVisible()
    await expectAccessible(page)
    for (const path of [
      '/DiscountManagement?d=DiscountDialog-create',
      `/DiscountManagement?d=DiscountDialog-edit-${discount.id}`,
      `/ReportManagement/trip-itinerary?d=TripItineraryDialog-view-${trip.id}`,
      '/DiscountManagement?d=UnallocatedWarningDialog-view',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('dialog').last()).toBeVisible()
      await expect(page.getByRole('dialog').last().getByText('Loading')).toHaveCount(0)
      await expectAccessible(page)
    }
    await page.goto('/DiscountManagement?d=DiscountDialog-create')
    await page.getByRole('dialog').getByRole('button', { name: 'Activation' }).click()
    await expect(calendar).toBeVisible()
    await expectAccessible(page)
  })

  test('in dialogs, menus and notices', async ({ page, signIn, apiAs, expectAccessible }) => {
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
      await page.goto(`/DriverManagement?d=${dialog}`)
      await expect(page.getByRole('dialog').last()).toBeVisible()
      await expect(page.getByRole('dialog').last().getByText('Loading')).toHaveCount(0)
      await expectAccessible(page)
    }
    await page.goto('/DriverManagement?d=DriverDialog-create')
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

  test('on users', async ({ page, signIn, apiAs, expectAccessible }) => {
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
      await page.goto(`/UserManagement${dialogs}`)
      await expect(page.getByRole('dialog')).toHaveCount(dialogs === '' ? 0 : 1)
      await expect(page.getByText('Loading')).toHaveCount(0)
      await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeAttached()
      await expectAccessible(page)
    }
  })

  test('on user groups and roles', async ({ page, signIn, apiAs, expectAccessible }) => {
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
      await page.goto(`/UserGroupManagement?${list}${dialogs}`)
      await expect(page.getByRole('dialog')).toHaveCount(dialogs === '' ? 0 : 1)
      await expect(page.getByText('Loading')).toHaveCount(0)
      await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeAttached()
      await expectAccessible(page)
    }
  })
})
