import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { callForHelp } from './emergency.ts'
import { reportIncident } from './incident.ts'
import { noteLocationPermission } from './location-permission.ts'
import { receivePhoto } from './photo.ts'
import { notePlanConfirmation } from './plan-confirmation.ts'
import { driverOf } from './routes.ts'
import { openOnDevice } from './trip-device.ts'

/** How a driver calls for help and reports, with photos, and which device of the driver a trip is open on. */
export const routes: Module = (bind, deps) => {
  bind(api.driver.device, async ({ params, body, actor }) => ({
    data: { device: await openOnDevice(deps, { tripId: params.id, driverId: driverOf(actor).id }, body) },
  }))

  bind(api.driver.emergency, ({ params, body, actor }) =>
    callForHelp(deps, { tripId: params.id, driverId: driverOf(actor).id }, body),
  )

  bind(api.driver.planConfirmation, async ({ params, body, actor }) => {
    await notePlanConfirmation(deps, { tripId: params.id, driverId: driverOf(actor).id }, body.confirmed)
    return undefined
  })

  bind(api.driver.locationPermission, async ({ params, body, actor }) => {
    await noteLocationPermission(deps, { tripId: params.id, driverId: driverOf(actor).id }, body.refused)
    return undefined
  })

  bind(api.driver.reportIncident, async ({ params, body, actor }) => {
    await reportIncident(deps, { tripId: params.id, driver: driverOf(actor) }, body)
    return undefined
  })

  bind(api.driver.photo, ({ body, actor }) => receivePhoto(deps, driverOf(actor), body))
}
