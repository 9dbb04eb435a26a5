import { createFakeApi } from '@ambit/rider/testing/fake-api'
import { later, mia, NOON, sampleRide } from '@ambit/rider/testing/samples'
import { expect, type Page, test } from '../fixtures.ts'
import { tabTo } from '../hands.ts'
import { openApp } from './in-memory.ts'
import { heading } from './phone.ts'

// The worker would keep answers back from the API in memory.
test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })

/** What a screen reader names is found with Tab, and pressed. */
const press = async (page: Page, role: 'button' | 'link', name: string | RegExp, key = 'Enter'): Promise<void> => {
  await tabTo(page, role, name)
  await page.keyboard.press(key)
}

const typePlace = async (page: Page, label: string, words: string, name: string): Promise<void> => {
  await tabTo(page, 'combobox', label)
  await page.keyboard.type(words)
  const found = page.getByRole('option', { name })
  await expect(found).toBeVisible()
  await page.keyboard.press('ArrowDown')
  // What a screen reader says is chosen, while the field keeps the keyboard.
  await expect(found).toHaveAttribute('aria-selected', 'true')
  const active = await page.evaluate(() => document.activeElement?.getAttribute('aria-activedescendant'))
  expect(active).toBe(await found.getAttribute('id'))
  await page.keyboard.press('Enter')
}

/** A new page is told by its heading, which has the keyboard. */
const arrivedAt = async (page: Page, title: string): Promise<void> => {
  await expect(heading(page, title)).toBeFocused()
}

// covers: RIDE-104
test('a ride is found, booked, paid for, changed, cancelled and reported on by keyboard alone, without the map, by what a screen reader names', async ({
  page,
}) => {
  const fake = createFakeApi({ session: mia, now: NOON })
  let maps = 0
  await page.route(/\/assets\/map-[^/]*\.js$/, (route) => {
    maps++
    return route.abort()
  })
  await page.clock.setFixedTime(NOON)
  await openApp(page, fake, '')

  await test.step('finding', async () => {
    await arrivedAt(page, 'Where to?')
    await typePlace(page, 'To', 'clinic', 'Wilga Clinic, Palm Beach')
    await typePlace(page, 'From', 'beach', '12 Beach Road, Tugun')
    await tabTo(page, 'radio', 'Now')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'Leave at' })).toBeChecked()
    await page.keyboard.press('ArrowUp')
    await press(page, 'button', 'Find a ride')
    await arrivedAt(page, 'Choose a ride')
  })

  await test.step('booking and paying', async () => {
    await press(page, 'button', /^Choose: Soonest/)
    await arrivedAt(page, 'Check and book')
    await tabTo(page, 'radio', 'Cash on board')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'Card' })).toBeChecked()
    await press(page, 'button', 'Book')
    await arrivedAt(page, 'Your ride')
    expect(fake.called('ride.book').at(-1)?.asked.body).toMatchObject({ payment_method: 'card' })
  })

  await test.step('following', async () => {
    fake.world.rides = [
      sampleRide(12, {
        phase: 'coming',
        stops_before: 2,
        vehicle: {
          number: 'B12',
          license_plate: '123 ABC',
          description: 'White Toyota HiAce',
          position: { point: { lat: -28.1, lng: 153.4 }, at: later(0) },
        },
      }),
    ]
    await page.reload()
    await arrivedAt(page, 'Your ride')
    // What the map would draw is in the sentence that is announced, and in words beside it.
    await expect(page.getByRole('status').filter({ hasText: /2 stops before you/ })).toBeAttached()
    await expect(page.getByText('White Toyota HiAce')).toBeVisible()
  })

  await test.step('changing', async () => {
    await press(page, 'button', 'Change')
    await arrivedAt(page, 'Where to?')
    await press(page, 'button', 'Find a ride')
    await arrivedAt(page, 'Choose a ride')
    await press(page, 'button', /^Choose: Nearest/)
    await arrivedAt(page, 'Check and book')
    await press(page, 'button', 'Change the ride')
    await arrivedAt(page, 'Your ride')
    expect(fake.called('ride.change')).toHaveLength(1)
  })

  await test.step('cancelling', async () => {
    await press(page, 'button', 'Cancel the ride')
    // The question has the keyboard in the place of the button.
    await expect(page.getByRole('combobox', { name: /Why/ })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await press(page, 'button', 'Cancel the ride')
    await expect.poll(() => fake.called('ride.cancel').length).toBe(1)
    await expect(page.getByText('This ride is cancelled').first()).toBeVisible()
  })

  await test.step('reporting', async () => {
    fake.world.rides = [
      sampleRide(12, {
        phase: 'completed',
        status: 'completed',
        picked_up_at: later(-40),
        dropped_off_at: later(-20),
        can_rate: true,
        cancel_refused: 'It is over',
        change_refused: 'It is over',
      }),
    ]
    await page.reload()
    await arrivedAt(page, 'Your ride')
    await tabTo(page, 'radio', '1 star')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await tabTo(page, 'textbox', /What should we know/)
    await page.keyboard.type('Friendly')
    await press(page, 'button', 'Send')
    await expect(page.getByText('Thank you. Your rating is saved.')).toBeVisible()
    expect(fake.called('ride.feedback').at(-1)?.asked.body).toEqual({ rating: 3, comments: 'Friendly' })
    await press(page, 'button', 'Lost something')
    await expect(page.getByRole('textbox', { name: 'What have you lost?' })).toBeFocused()
    await page.keyboard.type('A blue umbrella')
    await press(page, 'button', 'Report it')
    await expect(page.getByRole('status').filter({ hasText: 'Reported. We will tell you what we find.' })).toBeVisible()
    await press(page, 'link', 'Receipt')
    await arrivedAt(page, 'Receipt')
  })
  expect(maps).toBeGreaterThan(0)
})
