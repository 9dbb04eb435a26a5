import { api } from '@ambit/contract'
import type { TestServer } from './server.ts'

/** A passenger by the given first name. */
export const enrol = async (server: TestServer, first_name: string, more: object = {}) => {
  const username = first_name.toLowerCase()
  const body = { first_name, last_name: 'Rider', username, email: `${username}@example.org`, ...more }
  return (await server.client('customer_service').call(api.travelers.create, { body })).data
}
