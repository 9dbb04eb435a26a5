import { api, type Client, type ServiceRequest } from '@ambit/contract'
import { expect } from '../fixtures.ts'

/** A passenger who wants to be called about a booking hears of it once more; answers the task that comes of it. */
export const callToMake = async (office: Client, { id, traveler_id }: ServiceRequest): Promise<number> => {
  const filter = {
    service_request: [id],
    event: ['booking_confirmed'],
    state: ['captured', 'sent', 'suppressed'],
  }
  const told = async () => (await office.call(api.messages.list, { query: { page: 1, per_page: 1, filter } })).data
  await expect.poll(async () => (await told()).length).toBeGreaterThan(0)
  const [message] = await told()
  const body = { phone_number: '0412 345 678', message_channels: { booking_confirmed: 'call' as const } }
  await office.call(api.travelers.update, { params: { id: traveler_id }, body })
  await office.call(api.messages.sendAgain, { params: { id: message?.id ?? 0 } })
  const calls = async (): Promise<number[]> =>
    (await office.call(api.callTasks.list, { query: { filter: { state: ['open'] } } })).data
      .filter(({ traveler_id: called }) => called === traveler_id)
      .map(({ id }) => id)
  await expect.poll(async () => (await calls()).length).toBeGreaterThan(0)
  return (await calls())[0] ?? 0
}
