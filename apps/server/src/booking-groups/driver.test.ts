// @module-tag long
import { expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { startDispatch } from '../testing/dispatch.ts'
import { bookGroup, people } from '../testing/groups.ts'

const { town, one, booking, clock, arriveAt } = startDispatch()

// covers: JRN-48
test('the driver reads which bookings are of the group, boards them one by one, and a no-show of one leaves the rest boarding', async () => {
  const { id: group, service_requests } = await bookGroup(town(), await people(town(), 3), { at: '09:00' })
  const alone = await town().book({
    who: await town().passenger('Una Bell'),
    from: 'Market',
    to: 'Station',
    at: '09:00',
  })
  const ids = service_requests.map(({ id }) => id)
  const { client, trip_id } = one()
  await arriveAt(one(), '09:00')
  const { data } = await client.call(api.driver.manifest, { params: { id: trip_id } })
  const named = data.bookings.map((each) => [each.id, each.group])
  expect(Object.fromEntries(named)).toEqual({
    ...Object.fromEntries(ids.map((id) => [id, { id: group, name: 'Harbour choir' }])),
    [alone.id]: undefined,
  })
  const [first, second, third] = ids
  await client.call(api.driver.board, { params: { id: first! } })
  clock('09:20')
  await client.call(api.driver.noShow, { params: { id: second! } })
  await client.call(api.driver.board, { params: { id: third! } })
  const states = await Promise.all(ids.map(async (id) => (await booking(id)).status))
  expect(states).toEqual(['on_board', 'no_show', 'on_board'])
})
