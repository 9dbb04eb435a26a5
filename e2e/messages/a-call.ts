import { api, type Client } from '@ambit/contract'
import { expect } from '../fixtures.ts'

/** A passenger who wants to be called about a booking hears of one once more; answers the task that comes of it. */
export const callToMake = async (office: Client): Promise<number> => {
  const open = { query: { page: 1, per_page: 100, filter: { status: ['assigned' as const] } } }
  const { data: bookings } = await office.call(api.serviceRequests.list, open)
  const { data: messages } = await office.call(api.messages.list, {
    query: {
      page: 1,
      per_page: 1,
      filter: { service_request: bookings.map(({ id }) => id), event: ['booking_confirmed'] },
    },
  })
  const message = messages[0]
  if (message === undefined) throw new Error('No passenger was told of a booking')
  const body = { phone_number: '0412 345 678', message_channels: { booking_confirmed: 'call' as const } }
  await office.call(api.travelers.update, { params: { id: message.traveler_id }, body })
  await office.call(api.messages.sendAgain, { params: { id: message.id } })
  const calls = async (): Promise<number[]> =>
    (await office.call(api.callTasks.list, { query: { filter: { state: ['open'] } } })).data
      .filter(({ traveler_id }) => traveler_id === message.traveler_id)
      .map(({ id }) => id)
  await expect.poll(async () => (await calls()).length).toBeGreaterThan(0)
  return (await calls())[0] ?? 0
}
