import { api, type CallInput, type Endpoint } from '@ambit/contract'
import type { Designer } from './designer.ts'
import type { TestServer } from './server.ts'
import type { Crew, SmallTown } from './small-town.ts'

export type World = { server: TestServer; town: SmallTown; designer: Designer; crew: Crew }

/** What makes ready for a call, as a superadmin, and what the call is sent. */
export type Change = { endpoint: Endpoint; prepare: (world: World) => Promise<CallInput<Endpoint>> }

export const change = <E extends Endpoint>(endpoint: E, prepare: (world: World) => Promise<CallInput<E>>): Change => ({
  endpoint,
  prepare: prepare as Change['prepare'], // called with what it was made for
})

let count = 0
/** A text that no other record has. */
export const fresh = (word = 'x'): string => `${word}${(count += 1)}`
export const sam = ({ server }: World) => server.client('superadmin')
export const person = () => {
  const username = fresh('person')
  return { first_name: 'Oscar', last_name: fresh('Lindqvist'), username, email: `${username}@example.org` }
}
export const later = ({ server }: World) =>
  new Date(server.deps.clock.now().getTime() + 90 * 24 * 3600_000).toISOString()
export const traveler = async (w: World) => (await sam(w).call(api.travelers.create, { body: person() })).data.id
export const byId = (make: (w: World) => Promise<number>) => async (w: World) => ({ params: { id: await make(w) } })
/** Some changes ask why; any may say so. */
const reason = 'The board decided so'
export const edited =
  <B>(make: (w: World) => Promise<number>, body: (w: World) => B | Promise<B>) =>
  async (w: World) => ({ params: { id: await make(w) }, body: await body(w), reason })
export const created =
  <B>(body: (w: World) => B | Promise<B>) =>
  async (w: World) => ({ body: await body(w), reason })
