import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls, noNetwork } from '../testing/calls.ts'
import { nextDownload } from '../testing/downloads.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ config: { smtpUrl: 'smtp://robot:hunter2@mail.example.org' } })

const tabs = async (): Promise<(string | null)[]> =>
  within(await screen.findByRole('navigation', { name: 'Parts of privacy' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

// covers: AUD-48, AUD-71
test('the page Privacy has four tabs, and the last one shows what the server does with whose data', async () => {
  await portal.open('administrator', '/Privacy')
  expect(await tabs()).toEqual(['Retention', 'Requests', 'Holds', 'Records of Processing'])
  await portal.user.click(screen.getByRole('link', { name: 'Records of Processing' }))
  const passengers = within(await screen.findByRole('region', { name: 'Passengers' }))
  expect(portal.address()).toMatch(/^\/Privacy\/records/)
  const bookings = passengers.getByRole('article', { name: 'Bookings' })
  expect(bookings).toHaveTextContent('To plan and drive journeys, to charge them')
  expect(bookings).toHaveTextContent(/Journeys: Superadmin, Administrator, .*Dispatcher/)
  expect(bookings).toHaveTextContent('24 months after the journey, then anonymised')
  expect(passengers.getByRole('article', { name: 'Mail to passengers' })).toHaveTextContent(
    'Mail server: mail.example.org',
  )
  expect(within(screen.getByRole('region', { name: 'Drivers' })).getAllByRole('article')).toHaveLength(7)
  expect(screen.getByText(/SMS services, .*partners, webhooks/)).toBeVisible()
  expect(document.body).not.toHaveTextContent('hunter2')
})

// covers: AUD-71
// @test-tag long
test('the records are saved as a PDF with the day in its name, and a failure is told', async () => {
  const { user } = portal
  await portal.open('administrator', '/Privacy/records')
  const button = await screen.findByRole('button', { name: 'Save as PDF' })
  const saved = nextDownload()
  await user.click(button)
  const { name, content } = await saved
  expect(name).toMatch(/^records-of-processing-2026-11-2\d\.pdf$/)
  expect(await content.slice(0, 5).text()).toBe('%PDF-')
  await waitFor(() => expect(button).toBeEnabled())
  calls.answer(api.processingRecords.pdf, noNetwork)
  await user.click(button)
  expect(await screen.findByText('The file could not be made')).toBeVisible()
})

test('without the right to read the rules there is no such page', async () => {
  await portal.open('operations_manager', '/Privacy/records')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('button', { name: 'Save as PDF' })).toBeNull()
  expect(calls.of(api.processingRecords.show)).toEqual([])
})
