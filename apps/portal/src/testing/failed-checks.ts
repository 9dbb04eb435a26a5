import { randomUUID } from 'node:crypto'
import { api, type CheckItem } from '@ambit/contract'
import type { TestServer } from '@ambit/server/testing'
import { createDevice } from '@ambit/server/testing/device'
import { placedJpeg } from '@ambit/server/testing/photos'
import { buildSmallTown, type Crew } from '@ambit/server/testing/small-town'

export const sendPhoto = ({ client, trip_id }: Crew, id: string) => {
  const at = '2026-11-23T08:40:00+10:00'
  const body = { id, trip_id, sent_at: at, taken_at: at, content: placedJpeg().toString('base64') }
  return client.call(api.driver.photo, { body })
}

/** The brakes of two vans failed, with two photos each; the later check is that of the second one. */
export const failedChecks = async (server: TestServer): Promise<Crew[]> => {
  const town = await buildSmallTown(server)
  const brakes: CheckItem = {
    id: 'brakes',
    label: { en: 'Brakes', de: '', es: '' },
    kind: 'pass_fail',
    required: true,
    critical: true,
    choices: [],
  }
  const { data: checklist } = await server.client('fleet_manager').call(api.vehicleChecklists.create, {
    body: { name: 'Start of shift', moment: 'before', enabled: true, vehicle_ids: null, items: [brakes] },
  })
  const vans = [await town.vehicle('Van 1'), await town.vehicle('Van 2')]
  for (const van of vans) {
    const device = createDevice(van.client, van.trip_id)
    const photos = [randomUUID(), randomUUID()]
    for (const id of photos) await sendPhoto(van, id)
    const answers = [{ item: 'brakes', value: 'fail', note: 'The pedal gives way', photos }]
    device.did('08:40:00', { kind: 'check', checklist_id: checklist.id, answers })
    server.deps.clock.set('2026-11-23T08:41:00+10:00')
    await device.send('08:41:00')
  }
  return vans
}
