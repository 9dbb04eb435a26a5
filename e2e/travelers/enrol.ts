import { api, type Client } from '@ambit/contract'
import type { Page } from '../fixtures.ts'

/** A passenger of this story's own, under a unique name: a story may run again. */
export const enrol = async (apiAs: (role: string) => Promise<Client>, first_name: string) => {
  const client = await apiAs('customer_service')
  const { meta } = await client.call(api.travelers.list, { query: { per_page: 1 } })
  const username = `${first_name.toLowerCase()}${meta.total + 1}`
  const body = { first_name, last_name: `Told${meta.total + 1}`, username, email: `${username}@example.org` }
  return (await client.call(api.travelers.create, { body })).data
}

export const passenger = (page: Page, { full_name }: { full_name: string }) =>
  page.getByRole('dialog', { name: new RegExp(`Passenger ${full_name} \\|`) })
