import { randomUUID } from 'node:crypto'
import { api, type Client, type Deed, type DriverActionAnswer, type DriverActionBatch } from '@ambit/contract'
import type { z } from 'zod'

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
