import { CODE } from '@ambit/rider/testing/fake-account'
import { createFakeApi } from '@ambit/rider/testing/fake-api'
import { later, mia, sampleMiss, sampleOffering, sampleRide } from '@ambit/rider/testing/samples'
import { sampleBack, sampleReturn } from '@ambit/rider/testing/fake-returns'
import { languages, sayIn } from '@ambit/rider/texts'
import { payingTexts } from '@ambit/rider/texts/paying'
import { returnsIn } from '@ambit/rider/texts/returns'
import { violationsNow } from '../axe.ts'
import { expect, leftToLongRun, type Page, test } from '../fixtures.ts'
import { openApp } from './in-memory.ts'
import { heading } from './phone.ts'

const PHONE = { width: 390, height: 844 }
const LOCALES = { en: 'en-AU', de: 'de-DE', es: 'es-ES' } as const

// The worker would keep answers back from the API in memory.
test.use({ viewport: PHONE, hasTouch: true, isMobile: true, serviceWorkers: 'block' })

/** By how much the page is wider than the screen, in px, and what is cut off at its side. */
const aside = (page: Page) =>
  page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('main *, header *, nav *')].filter(
      (element) =>
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).overflowX === 'hidden' &&
        getComputedStyle(element).textOverflow !== 'ellipsis',
    )
    return { wider: document.documentElement.scrollWidth - innerWidth, cut: cut.map(({ outerHTML }) => outerHTML) }
  })

/** What can be tapped and is smaller than 44 by 44 px; links within a sentence may be. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a, select, input, textarea, summary')].flatMap((element) => {
      const label = element.closest('label')
      const { width, height } = (label ?? element).getBoundingClientRect()
      const isInSentence = element.tagName === 'A' && getComputedStyle(element).display === 'inline'
      const isShown = element.checkVisibility() && width > 1
      return isShown && !isInSentence && Math.min(width, height) < 44
        ? [`${element.outerHTML}: ${width} × ${height}`]
        : []
    }),
  )

const expectForEverybody = async (page: Page): Promise<void> => {
  expect(await small(page)).toEqual([])
  const fits = { wider: 0, cut: [] }
  await page.setViewportSize({ width: 320, height: 568 })
  await expect.poll(() => aside(page), 'at 320 px').toEqual(fits)
  await page.setViewportSize(PHONE)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await expect.poll(() => aside(page), 'with letters twice as large').toEqual(fits)
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsNow(page), colorScheme).toEqual([])
  }
}

const vehicle = {
  number: 'B12',
  license_plate: '123 ABC',
  description: 'White Toyota HiAce with a ramp at its side',
  position: { point: { lat: -28.1, lng: 153.4 }, at: later(-3) },
}
const LONG = 'Upper Riverside Drive 1234, Entrance B, Bayside North, 41781'
const [from, to] = [sampleOffering(1).pickup, sampleOffering(1).dropoff]
const stateOf = {
  waiting: {
    boarding_code: '0472',
    cancel_is_late: true,
    phase: 'waiting',
    status: 'unassigned',
    origin: { name: LONG, point: from.point },
    destination: { name: LONG.replaceAll(' ', ''), point: to.point },
    pickup: { ...from, name: LONG },
    contact: { name: LONG, phone_number: '+61 7 5555 0142', emergency_number: '112' },
  },
  coming: { phase: 'coming', stops_before: 2, late_minutes: 4, vehicle },
  here: { phase: 'here', waits_until: later(4), vehicle },
  on_board: { phase: 'on_board', stops_before: 1, vehicle, cancel_refused: 'You are on board', change_refused: 'No' },
  completed: { phase: 'completed', status: 'completed', dropped_off_at: later(30), can_rate: true },
  no_show: { phase: 'no_show', status: 'no_show', cancel_refused: 'It is over', change_refused: 'It is over' },
  not_served: { phase: 'not_served', status: 'cancelled', cancel_refused: 'It is over', change_refused: 'It is over' },
} satisfies { [phase: string]: Parameters<typeof sampleRide>[1] }

for (const language of languages) {
  const locale = LOCALES[language]
  const say = sayIn(language, locale)
  const words = returnsIn(language)

  test.describe(`in ${language}`, () => {
    test.use({ locale })

    // covers: RIDE-103, RIDE-105, RIDE-106
    test('signing in is for everybody: at 320 px, with large letters, for fingers and for screen readers', async ({
      page,
    }) => {
      const fake = createFakeApi({
        steps: [
          { outcome: 'last_name_needed' },
          { outcome: 'who_is_travelling', people: [{ id: 7, first_name: 'Mia' }] },
          { outcome: 'profile_needed', channel: 'sms' },
        ],
      })
      await openApp(page, fake, '')
      await expect(heading(page, say('sign_in'))).toBeVisible()
      await expectForEverybody(page)
      const tap = (words: string) => page.getByRole('button', { name: words, exact: true }).click()
      await page.getByRole('textbox', { name: say('contact') }).fill('+61 412 345 678')
      await tap(say('send_code'))
      await tap(say('use_password'))
      await expectForEverybody(page)
      await tap(say('use_code'))
      await page.getByRole('textbox', { name: say('code') }).fill(CODE)
      await expectForEverybody(page)
      await tap(say('sign_in'))
      const lastName = page.getByRole('textbox', { name: say('last_name') })
      await lastName.fill('Okafor')
      await expectForEverybody(page)
      await tap(say('go_on'))
      await expect(heading(page, say('who_is_travelling'))).toBeVisible()
      await expectForEverybody(page)
      await page.getByText('Mia', { exact: true }).click()
      await expect(heading(page, say('your_name'))).toBeVisible()
      await tap(say('go_on'))
      await expectForEverybody(page)
    })

    // covers: RIDE-103, RIDE-105, RIDE-106
    test('finding and booking is for everybody: at 320 px, with large letters, for fingers and for screen readers', async ({
      page,
    }) => {
      leftToLongRun()
      const fake = createFakeApi({ session: mia, rides: [sampleRide(12)] })
      const open = async (path: string) => openApp(page, fake, path)
      const tap = (words: string | RegExp) => page.getByRole('button', { name: words }).first().click()
      await open('')
      await expect(heading(page, say('where_to'))).toBeVisible()
      await tap(say('find_ride'))
      await expectForEverybody(page)
      for (const [label, words] of [
        [say('to'), 'clinic'],
        [say('from'), 'beach'],
      ] as const) {
        await page.getByRole('combobox', { name: label, exact: true }).fill(words)
        const found = page.getByRole('listbox', { name: label, exact: true }).getByRole('option').first()
        await expect(found).toBeVisible()
        if (words === 'clinic') await expectForEverybody(page)
        await found.click()
      }
      await page.getByText(say('leave_at'), { exact: true }).click()
      await page
        .getByRole('group', { name: words('return') })
        .getByText(words('timed'), { exact: true })
        .click()
      await page.locator('summary', { hasText: say('who') }).click()
      await expectForEverybody(page)
      await tap(say('find_ride'))
      await expect(heading(page, say('choose_ride'))).toBeVisible()
      await expectForEverybody(page)
      await page
        .locator('main')
        .getByRole('button')
        .filter({ hasText: say('choose') })
        .first()
        .click()
      await expect(heading(page, words('choose_back'))).toBeVisible()
      await expectForEverybody(page)
      await page
        .locator('main')
        .getByRole('button')
        .filter({ hasText: say('choose') })
        .first()
        .click()
      await expect(heading(page, say('check_and_book'))).toBeVisible()
      await expectForEverybody(page)
      await open('')
      fake.world.offerings = []
      fake.world.search = { message: 'There is no service at this time' }
      await tap(say('find_ride'))
      await expect(page.getByText(say('no_rides'))).toBeVisible()
      await expectForEverybody(page)
    })

    // covers: RIDE-103, RIDE-105, RIDE-106
    test('a ride is for everybody in each of its states', async ({ page }) => {
      leftToLongRun()
      const fake = createFakeApi({ session: mia })
      for (const [phase, change] of Object.entries(stateOf)) {
        fake.world.rides = [sampleRide(12, change)]
        await openApp(page, fake, 'rides/12')
        await expect(heading(page, say('your_ride')), phase).toBeVisible()
        await expect(page.locator('dt').first(), phase).toBeVisible()
        await expectForEverybody(page)
        if (phase !== 'coming') continue
        await page.getByRole('button', { name: say('cancel_ride') }).click()
        await expectForEverybody(page)
      }
      await page.goto('/Ride/rides/13')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectForEverybody(page)
    })

    // covers: RIDE-103, RIDE-105, RIDE-106
    test('adding a card and paying for a ride whose card could not be charged is for everybody', async ({ page }) => {
      leftToLongRun()
      const words = payingTexts[language]
      const owed = { total_price: 2.5, currency: 'AUD', rode_at: later(-60), time_zone: 'Australia/Brisbane' }
      const unpaid = { payment_method: 'card', payment_status: 'failed', to_pay: 'confirm' } as const
      const fake = createFakeApi({
        session: { ...mia, unpaid: { id: 12, ...owed } },
        rides: [sampleRide(12, { ...stateOf.completed, ...unpaid })],
        cards: [{ id: 'pm_1', brand: 'mastercard', last4: '4444', exp_month: 4, exp_year: 2030 }],
        cardProvider: { kind: 'test', element: null },
      })
      await openApp(page, fake, '')
      await page.getByRole('link', { name: words.to_ride }).click()
      const pay = page.getByRole('region', { name: words.not_paid })
      await pay.getByRole('button', { name: words.other_card }).click()
      await pay.getByRole('button', { name: words.add, exact: true }).click()
      const form = page.getByRole('form', { name: words.add })
      await form.getByRole('button', { name: words.save_card }).click()
      await expect(form.getByText(words.name_missing)).toBeVisible()
      await expectForEverybody(page)
      await page.goto('/Ride')
      await expect(page.getByRole('link', { name: words.to_ride })).toBeVisible()
      await expectForEverybody(page)
    })

    // covers: RIDE-103, RIDE-105, RIDE-106
    test('rides, the account and what is not there are for everybody', async ({ page }) => {
      leftToLongRun()
      const past = sampleRide(13, stateOf.completed)
      const places = [
        {
          id: 1,
          name: 'x'.repeat(40),
          kind: 'other' as const,
          address: { name: LONG, point: from.point },
          note: 'x'.repeat(250),
        },
      ]
      const rides = [sampleRide(12, stateOf.coming), sampleRide(14, stateOf.waiting), past]
      const fake = createFakeApi({ session: mia, rides, places })
      await openApp(page, fake, 'rides')
      await expect(page.getByRole('heading', { name: say('past_rides') })).toBeVisible()
      await expectForEverybody(page)
      fake.world.returns = [sampleReturn(91, { origin: { name: LONG, point: from.point } })]
      fake.world.called = { ride: null, waits_until: later(200), later: sampleBack(81, 60) }
      await page.goto('/Ride/returns/91')
      await page.getByRole('button', { name: words('ready') }).click()
      await expect(page.getByText(words('later'))).toBeVisible()
      await page.getByRole('button', { name: words('not_needed') }).click()
      await expectForEverybody(page)
      await page.goto('/Ride/account')
      await expect(heading(page, say('page_account'))).toBeVisible()
      await page.getByRole('button', { name: say('add_place') }).click()
      await page.getByRole('button', { name: say('add_member') }).click()
      await expectForEverybody(page)
      fake.world.misses = [
        sampleMiss({ from: LONG, traveler_name: LONG }),
        sampleMiss({ id: 32, contested_at: later(-5) }),
      ]
      await page.goto('/Ride/account/record')
      await page
        .getByRole('button', { name: say('not_right') })
        .first()
        .click()
      await expectForEverybody(page)
      await page.goto('/Ride/rides/13/receipt')
      await expect(page.getByText('R-2026-000013').or(page.getByText('R-2026-000012'))).toBeVisible()
      await expectForEverybody(page)
      await page.goto('/Ride/nowhere')
      await expect(page.getByText(say('not_found'))).toBeVisible()
      await expectForEverybody(page)
      fake.world.rides = []
      await page.goto('/Ride/rides')
      await expect(page.getByText(say('no_open_rides'))).toBeVisible()
      await expectForEverybody(page)
      await page.unrouteAll()
      await page.route(/\/api\/v2\//, (route) => route.abort())
      await page.goto('/Ride')
      await expect(page.getByRole('button', { name: say('try_again') })).toBeVisible()
      await expectForEverybody(page)
    })
  })
}
