import { api, type Client } from '@ambit/contract'

/** A driver of this story's own, so that stories do not meet in the same record. */
export const hire = async (apiAs: (role: string) => Promise<Client>, username: string, name: string) => {
  const client = await apiAs('fleet_manager')
  const [first_name = '', last_name = ''] = name.split(' ')
  // When the story runs again, it starts without these drivers.
  const { data: before } = await client.call(api.drivers.list, { query: { search: username } })
  for (const driver of before.filter((known) => known.username === username))
    await client.call(api.drivers.destroy, { params: { id: driver.id } })
  const body = { first_name, last_name, username, email: `${username}@example.org`, status: 'approved' as const }
  return (await client.call(api.drivers.create, { body })).data
}
