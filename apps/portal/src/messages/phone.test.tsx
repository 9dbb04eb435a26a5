// @module-tag long
import { sendWaitingMessages } from '@ambit/server/testing/send-messages'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })

// covers: MSG-67
test('in a demo alone the tab Phone shows a passenger’s messages as the phone would, with links that can be followed', async () => {
  const { db } = portal.server.deps
  const town = await buildSmallTown(portal.server)
  await town.vehicle('Van 1')
  const who = await town.passenger('Maria Silva')
  await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  await sendWaitingMessages(portal.server)
  await portal.open('dispatcher', '/Messages')
  await screen.findByRole('link', { name: 'Templates' })
  expect(screen.queryByRole('link', { name: 'Phone' })).toBeNull()
  await db.insertInto('settings').values({ key: 'demo', value: 'true' }).execute()
  await portal.open('dispatcher', '/Messages')
  await portal.user.click(await screen.findByRole('link', { name: 'Phone' }))
  await portal.choose(await screen.findByRole('combobox', { name: 'Passenger' }), 'Maria Silva')
  const phone = within(await screen.findByRole('region', { name: 'The phone of Maria Silva' }))
  expect(await phone.findByText('Your ride on Mon 23 Nov is booked')).toBeVisible()
  expect(phone.getByRole('link', { name: /\/t\/\w{10}$/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/t\/\w{10}$/),
  )
  await db.deleteFrom('settings').where('key', '=', 'demo').execute()
})
