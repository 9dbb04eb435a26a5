import { randomUUID } from 'node:crypto'
import { api, type Client, type Deed, type DriverActionAnswer, type DriverActionBatch } from '@ambit/contract'
import type { z } from 'zod'
import type { Booking, Crew, SmallTown } from './small-town.ts'

export type QueuedAction = z.input<typeof DriverActionBatch>['actions'][number]

/** A driver's device that keeps what was done and sends it when told to. */
export type Device = {
  /** what is not sent yet */
  queue: QueuedAction[]
  /** writes down what was done at a time of that day, such as `09:05:00` */
  did: (time: string, deed: Deed) => QueuedAction
  /** sends what it holds, also again, by its clock as it is set */
  send: (time: string, actions?: readonly QueuedAction[]) => Promise<DriverActionAnswer[]>
}

/** `day`: of the town's morning, with the offset of its clocks */
export const createDevice = (client: Client, tripId: number): Device => {
  const at = (time: string): string => `2026-11-23T${time}+10:00`
  let sequence = 0
  const device: Device = {
    queue: [],
    did: (time, deed) => {
      sequence += 1
      const action = { ...deed, id: randomUUID(), sequence, happened_at: at(time) } as QueuedAction // a deed with its envelope
      device.queue.push(action)
      return action
    },
    send: async (time, actions = device.queue.splice(0)) => {
      const body = { sent_at: at(time), actions: [...actions] }
      return (await client.call(api.driver.actions, { params: { id: tripId }, body })).data.actions
    },
  }
  return device
}

export type Ride = { booked: Booking; pickup: number; dropoff: number }

/** A ride from the market to the hospital, and the stops of it that the driver's device knows. */
export const bookRide = async (
  town: SmallTown,
  { client, trip_id }: Crew,
  who = 'Maria Silva',
  at = '09:00',
): Promise<Ride> => {
  const booked = await town.book({ who: await town.passenger(who), from: 'Market', to: 'Hospital', at })
  const { data } = await client.call(api.driver.trip, { params: { id: trip_id } })
  const pickup = data.trip_stops.find(({ boardings }) => boardings.some(({ id }) => id === booked.id))
  const dropoff = data.trip_stops.find(({ alightings }) => alightings.some(({ id }) => id === booked.id))
  return { booked, pickup: pickup?.id ?? 0, dropoff: dropoff?.id ?? 0 }
}

/** Writes a whole ride down, from nine o'clock on. */
export const driveRide = (device: Device, { booked: { id: service_request_id }, pickup, dropoff }: Ride): void => {
  device.did('09:00:00', { kind: 'arrive', trip_stop_id: pickup })
  device.did('09:01:00', { kind: 'board', service_request_id })
  device.did('09:02:00', { kind: 'depart', trip_stop_id: pickup })
  device.did('09:05:00', { kind: 'arrive', trip_stop_id: dropoff })
  device.did('09:06:00', { kind: 'drop_off', service_request_id })
  device.did('09:07:00', { kind: 'depart', trip_stop_id: dropoff })
}

/** `board applied` for each */
export const resultsOf = (answers: readonly { kind: string; result: string }[]): string[] =>
  answers.map(({ kind, result }) => `${kind} ${result}`)
