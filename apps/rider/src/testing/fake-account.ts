import { api, type RideErasure, type RideHelpers, type RideNeeds, type RidePassenger } from '@ambit/contract'
import { type Handler, handler, Refused } from './fake-handler.ts'
import { later } from './samples.ts'

export const CODE = '123456'
export const CHALLENGE = '4f0c3a52-6d0e-4b3c-9a57-1f1f4a6a0001'

/** What of the fake's world is the account's. */
type AccountWorld = {
  now: number
  session: RidePassenger | null
  passenger: RidePassenger
  isLeaving: boolean
  erasure: Omit<RideErasure, 'erases_at'>
  helpers: RideHelpers
  needs: RideNeeds
  helpedNeeds: Record<number, RideNeeds>
}

export const ofAccount = {
  /** the account is to be deleted */
  isLeaving: false,
  helpers: { helpers: [], helped: [], invitations: [] } as RideHelpers,
  erasure: { rides: [], due: [] } as Omit<RideErasure, 'erases_at'>,
  needs: { kept: [], choices: [] } as RideNeeds,
  /** by the one whom the passenger may book for */
  helpedNeeds: {} as Record<number, RideNeeds>,
}

const WEEK = 7 * 24 * 60

export const ownData = (world: AccountWorld): Handler[] => {
  const check = (code: string): void => {
    if (code !== CODE)
      throw new Refused({ status: 422, code: 'invalid', detail: 'This code is not right', pointer: '/code' })
  }
  let contact = ''
  return [
    handler(api.ride.needs, () => ({ data: world.needs })),
    handler(api.ride.changeNeeds, ({ body: { kept } }) => {
      world.needs = { ...world.needs, kept: [...kept] }
      return { data: world.needs }
    }),
    handler(api.ride.askForOwnCode, ({ body }) => {
      if (body.purpose === 'contact') contact = body.contact
      const times = { ends_at: later(10, world.now), again_at: later(1, world.now) }
      return { data: { id: CHALLENGE, channel: contact === '' || contact.includes('@') ? 'email' : 'sms', ...times } }
    }),
    handler(api.ride.changeContact, ({ body }) => {
      check(body.code)
      const part = contact.includes('@') ? { email: contact } : { phone_number: contact }
      world.passenger = { ...world.passenger, ...part }
      world.session = world.passenger
      return { data: world.session }
    }),
    handler(api.ride.erasure, () => ({ data: { ...world.erasure, erases_at: later(WEEK, world.now) } })),
    handler(api.ride.askAboutData, ({ body }) => {
      const request = { id: 1, kind: body.kind, state: 'open', created_at: later(0, world.now), erases_at: null }
      if (body.kind === 'copy') return { data: request }
      check(body.code)
      world.isLeaving = true
      world.session = null
      return { data: { ...request, erases_at: later(WEEK, world.now) } }
    }),
  ]
}

export const helping = (world: AccountWorld): Handler[] => [
  handler(api.ride.helpers, () => ({ data: world.helpers })),
  handler(api.ride.helpedNeeds, ({ params }) => {
    const needs = world.helpedNeeds[params.id]
    if (needs === undefined) throw new Refused({ status: 404, code: 'not_found', detail: 'There is no such record' })
    return { data: needs }
  }),
  handler(api.ride.inviteHelper, ({ body: { contact: name, rights } }) => {
    if (!/[@\d]/.test(name))
      throw new Refused({ status: 422, code: 'invalid', detail: 'Please enter a phone number', pointer: '/contact' })
    const helpers = [...world.helpers.helpers, { id: 90, name, rights, ends_at: later(WEEK, world.now) }]
    world.helpers = { ...world.helpers, helpers }
    return { data: world.helpers }
  }),
  handler(api.ride.acceptHelping, ({ params, body }) => {
    if (body.code !== CODE)
      throw new Refused({ status: 422, code: 'invalid', detail: 'This code is not right', pointer: '/code' })
    const accepted = world.helpers.invitations
      .filter(({ id }) => id === params.id)
      .map((invitation) => ({ ...invitation, ends_at: null }))
    const helps = accepted.map(({ traveler_id: id, name }) => ({ id, name, wheelchair: false }))
    world.passenger = { ...world.passenger, helps }
    world.session = world.passenger
    world.helpers = { ...world.helpers, helped: accepted, invitations: [] }
    return { data: world.helpers }
  }),
  handler(api.ride.addMember, ({ body: { first_name, last_name } }) => {
    if (last_name === '')
      throw new Refused({ status: 422, code: 'invalid', detail: 'Please enter a last name', pointer: '/last_name' })
    const { helped } = world.helpers
    const id = 80 + helped.length
    const member = { id, traveler_id: id, name: `${first_name} ${last_name}`, household: true, ends_at: null }
    world.helpers = { ...world.helpers, helped: [...helped, { ...member, rights: ['book', 'follow'] }] }
    return { data: world.helpers }
  }),
  handler(api.ride.eraseMember, ({ params }) => {
    const helped = world.helpers.helped.filter(({ id }) => id !== params.id)
    world.helpers = { ...world.helpers, helped }
  }),
  handler(api.ride.endHelping, ({ params }) => {
    const others = <T extends { id: number }>(list: T[]): T[] => list.filter(({ id }) => id !== params.id)
    const { helpers, helped, invitations } = world.helpers
    world.helpers = { helpers: others(helpers), helped: others(helped), invitations: others(invitations) }
    const helps = world.helpers.helped.map(({ traveler_id: id, name }) => ({ id, name, wheelchair: false }))
    world.passenger = { ...world.passenger, helps }
    world.session = world.passenger
  }),
]
