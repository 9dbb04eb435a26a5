import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { startMonitoring } from '../testing/open-monitoring.ts'

const { portal, town, onDuty, list, row } = startMonitoring()

test('an address with a region in its path and a zone in its query keeps both', async () => {
  await onDuty('Bus 7')
  const { zone_id, region_id } = town()
  await portal.open('dispatcher', `${list()}?zone=${zone_id}`)
  await waitFor(() => expect(portal.address()).toContain(`region=${region_id}`))
  expect(portal.address()).toContain(`zone=${zone_id}`)
  expect(await row('Bus 7')).toBeVisible()
})
