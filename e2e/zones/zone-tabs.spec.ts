import { expect, test, leftToLongRun } from '../fixtures.ts'
import { foundZone } from './found.ts'

test('The designer says so at a fresh address when the user has no right to it', async ({ page, signIn, apiAs }) => {
  leftToLongRun()
  const zone = await foundZone(apiAs, { name: 'Not Designed' })
  // The same person, without the key in the server's answer to the portal.
  await page.route('**/sessions/current', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    body.data.permissions['ZoneManagement:zoneDesigner:canRead'] = false
    await route.fulfill({ response, json: body })
  })
  await signIn(page, 'dispatcher', `/ZoneManagement/zones/${zone.id}/designer`)
  await expect(page.getByRole('heading', { name: 'No permission' })).toBeAttached()
  await expect(page).toHaveURL(new RegExp(`/ZoneManagement/zones/${zone.id}/designer$`))
})
