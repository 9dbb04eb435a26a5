import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { createPositionRecorder } from './record.ts'

/** Where a driver's device says that the vehicle is. */
export const routes: Module = (bind, deps) => {
  const record = createPositionRecorder(deps)
  bind(api.driver.positions, async ({ params, body, actor }) => ({
    data: await record(actor, params.id, body.positions),
  }))
}
