import { api } from '@ambit/contract'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { notify } from '../notifications/notify.tsx'
import { notices } from '../testing/notices.ts'
import { startMonitoring } from '../testing/open-monitoring.ts'
import { timers } from '../testing/timers.ts'

const { portal, town } = startMonitoring()

const raise = (text: string) => {
  const body = { text, severity: 'urgent' as const, zone_id: town().zone_id }
  return portal.server.client('operations_manager').call(api.exceptions.create, { body })
}

/** A page beside the list, with what stood when it was opened, which is not new. */
const opened = async () => {
  await portal.server.deps.db.deleteFrom('exceptions').execute()
  await raise('The bridge is up')
  await portal.open('dispatcher', '/DriverManagement')
  await screen.findByRole('button', { name: 'Exceptions, 1 open' })
  timers.take()
}

test('many urgent exceptions at once make one notice, which leads to the list, and what the user does is told beside it', async () => {
  await opened()
  for (const number of [1, 2, 3, 4, 5, 6]) await raise(`Bus ${number} stands`)
  await timers.until(() => expect(notices('6 urgent exceptions')).toHaveLength(1))
  expect(notices()).toHaveLength(1)
  expect(notices()[0]).toHaveTextContent(/Bus \d stands.*Bus \d stands.*and 4 more/)
  notify({ type: 'success', title: 'Drivers', message: 'Saved' })
  await timers.until(() => expect(notices('Saved')).toHaveLength(1))
  await portal.user.click(within(notices('urgent')[0]!).getByRole('button', { name: 'Open' })) // found above
  expect(portal.address()).toMatch(/^\/Exceptions\/inbox(\?|$)/)
})

test('urgent exceptions that say the same are one sentence in the notice, and count each', async () => {
  await opened()
  for (const text of ['The ferry stands', 'The ferry stands', 'The ferry stands', 'The gate is shut']) await raise(text)
  await timers.until(() => expect(notices('4 urgent exceptions')).toHaveLength(1))
  const said = notices()[0]?.textContent ?? ''
  expect(said.match(/The ferry stands/g)).toHaveLength(1)
  expect(said.match(/The gate is shut/g)).toHaveLength(1)
  expect(said).not.toMatch(/and \d+ more/)
})

test('one urgent exception says its sentence in a notice that leads to it', async () => {
  await opened()
  const { data } = await raise('A gate is locked')
  await timers.until(() => expect(notices('A gate is locked')).toHaveLength(1))
  await portal.user.click(within(notices('A gate is locked')[0]!).getByRole('button', { name: 'Open' })) // found above
  expect(portal.address()).toContain(`/Exceptions/inbox/${data.id}`)
})
