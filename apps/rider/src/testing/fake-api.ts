import {
  api,
  bases,
  type ApiErrorEntry,
  type Endpoint,
  type RideBooking,
  type RideCard,
  type RideLostItem,
  type RideMiss,
  type RideNotice,
  RideConfig,
  type RideOffering,
  type RidePassenger,
  type RidePlace,
  type RideRegion,
  type RideSearch,
  type RideSummary,
  type RideTracking,
  type SignInOutcome,
} from '@ambit/contract'
import { CHALLENGE, CODE, helping, ofAccount, ownData } from './fake-account.ts'
import { afterwards } from './fake-afterwards.ts'
import { around, inRegion, nearby } from './fake-booking.ts'
import { backFound, bookedWith, callingBack, returning } from './fake-returns.ts'
import { type Asked, type Handler, handler, listed, type Refusal, Refused } from './fake-handler.ts'
import {
  home,
  itemOf,
  later,
  mia,
  NOON,
  sampleConfig,
  sampleDevices,
  sampleMessages,
  sampleOffering,
  samplePlaces,
  sampleReceipt,
  noNotes,
  sampleRide,
  towns,
  ZONE,
} from './samples.ts'

export type Call = { name: string; key: string | null; asked: Asked<Endpoint> }

/** What a test changes: everything that the server would know. */
const beginning = () => ({
  now: NOON as number,
  config: sampleConfig(),
  /** who has a session; null: 401 */
  session: null as RidePassenger | null,
  passenger: mia,
  /** minutes until another code may be asked for */
  againIn: 1,
  /** what signing in asks for before it is done, in this order */
  steps: [] as Exclude<SignInOutcome, { outcome: 'signed_in' }>[],
  places: samplePlaces(),
  misses: [] as RideMiss[],
  notes: {} as Record<number, typeof noNotes>,
  notices: [] as RideNotice[],
  regions: [] as RideRegion[],
  cards: [] as RideCard[],
  ...nearby,
  devices: sampleDevices(),
  ...ofAccount,
  messages: sampleMessages,
  rides: [] as RideBooking[],
  ...returning,
  /** what its link shows; null: it opens nothing */
  tracked: null as RideTracking | null,
  /** what is different about rides that are booked */
  ride: {} as Partial<RideBooking>,
  lostItems: [] as RideLostItem[],
  offerings: null as RideOffering[] | null,
  search: {} as Partial<RideSearch>,
  offline: false,
  /** the next answer of this endpoint is done and lost on its way */
  lost: null as string | null,
  refusals: new Map<string, Refusal>(),
})

/** The passengers' API in memory, with fetch's signature. What it takes and answers fits the contract, or it throws. */
export const createFakeApi = (change: Partial<ReturnType<typeof beginning>> = {}) => {
  const world = { ...beginning(), ...change }
  const calls: Call[] = []
  const keyed = new Map<string, { status: number; body: unknown }>()
  const handlers = handlersOf(world)

  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input, 'https://bus.example')
    if (world.offline) throw new TypeError('fetch failed')
    const method = init.method ?? 'GET'
    const found = handlers.flatMap((one) => {
      const params = one.endpoint.method === method ? paramsIn(one.endpoint, url.pathname) : null
      return params === null ? [] : [{ ...one, params }]
    })[0]
    if (found === undefined) throw new Error(`There is no ${method} ${url.pathname} in the fake`)
    const { endpoint } = found
    const headers = new Headers(init.headers)
    const key = headers.get('idempotency-key')
    if (endpoint.keyed && key === null) throw new Error(`${endpoint.name} needs an Idempotency-Key`)
    const before = key === null ? undefined : keyed.get(key)
    if (before !== undefined) return json(before.status, before.body)
    const asked = read(endpoint, found.params, url, init.body)
    if (asked instanceof Response) return asked
    calls.push({ name: endpoint.name, key, asked })
    const refusal = world.refusals.get(endpoint.name)
    world.refusals.delete(endpoint.name)
    if (refusal !== undefined) return refused(refusal)
    if (endpoint.access !== 'public' && world.session === null)
      return refused({ status: 401, code: 'unauthenticated', detail: 'Please sign in' })
    return answer(found, asked, key, headers.get('if-none-match'))
  }

  const answer = (found: Handler, asked: Asked<Endpoint>, key: string | null, shown: string | null): Response => {
    const { endpoint } = found
    try {
      const body = endpoint.answer.parse(found.answer(asked) ?? undefined)
      if (key !== null) keyed.set(key, { status: endpoint.status, body })
      if (world.lost === endpoint.name) {
        world.lost = null
        throw new TypeError('fetch failed')
      }
      const etag = endpoint.revalidated ? JSON.stringify(String(hashOf(JSON.stringify(body)))) : null
      if (etag !== null && etag === shown) return new Response(null, { status: 304 })
      return json(endpoint.status, body, etag)
    } catch (error) {
      if (error instanceof Refused) return refused(error.refusal)
      throw error
    }
  }
  return {
    world,
    calls,
    /** the addresses that the app was left for */
    left: [] as string[],
    fetch,
    called: (name: string): Call[] => calls.filter((call) => call.name === name),
  }
}
export type FakeApi = ReturnType<typeof createFakeApi>

type World = ReturnType<typeof beginning>

const hashOf = (text: string): number =>
  Array.from(text).reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) | 0, 7)

const json = (status: number, body: unknown, etag: string | null = null): Response =>
  status === 204
    ? new Response(null, { status })
    : Response.json(body, { status, headers: etag === null ? {} : { etag } })

const refused = ({ status, code, detail, pointer, meta }: Refusal): Response => {
  const entry: ApiErrorEntry = { status: String(status), code, title: code, detail }
  return json(status, {
    errors: [pointer === undefined ? entry : { ...entry, source: { pointer } }],
    request_id: 'fake',
    ...(meta === undefined ? {} : { meta }),
  })
}

const paramsIn = ({ audience, path }: Endpoint, pathname: string): Record<string, string> | null => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const pattern = new RegExp(`^${bases[audience]}${path.replaceAll(/:\w+/g, '([^/]+)')}$`)
  const match = pattern.exec(pathname)
  return match === null ? null : Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']))
}

const read = (
  endpoint: Endpoint,
  params: Record<string, string>,
  url: URL,
  body: RequestInit['body'],
): Asked<Endpoint> | Response => {
  const given = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined // the schema reads it next
  const parsed = endpoint.body.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const pointer = `/${issue?.path.join('/') ?? ''}`
    return refused({ status: 422, code: 'invalid', detail: issue?.message ?? 'Invalid', pointer })
  }
  return {
    params: endpoint.params.parse(params),
    query: endpoint.query.parse(Object.fromEntries(url.searchParams)),
    body: parsed.data,
  }
}

const summaryOf = (ride: RideBooking): RideSummary => api.ride.bookings.answer.shape.data.element.parse(ride)

const isPast = ({ phase }: RideBooking): boolean =>
  phase === 'completed' || phase === 'no_show' || phase === 'cancelled' || phase === 'not_served'

const rideIn = (world: World, id: number): RideBooking => {
  const ride = world.rides.find((one) => one.id === id)
  if (ride === undefined) throw new Refused({ status: 404, code: 'not_found', detail: 'There is no such ride' })
  return { ...ride, server_time: new Date(world.now).toISOString() }
}
const changeRide = (world: World, id: number, part: Partial<RideBooking>): { data: RideBooking } => {
  world.rides = world.rides.map((ride) => (ride.id === id ? { ...ride, ...part } : ride))
  return { data: rideIn(world, id) }
}
const offeringsOf = (world: World): RideOffering[] =>
  world.offerings ?? [
    sampleOffering(51, world.now),
    sampleOffering(52, world.now, {
      kind: 'least_walking',
      pickup: { ...sampleOffering(52, world.now).pickup, name: 'Your door', walk_m: 0, walk_s: 0 },
      total_price: 5,
    }),
  ]

const handlersOf = (world: World): Handler[] => [
  ...signingIn(world),
  ...account(world),
  ...ownData(world),
  ...helping(world),
  ...searching(world),
  ...riding(world),
  ...around(world, () => offeringsOf(world)),
  ...following(world),
  ...callingBack(world),
]

const signingIn = (world: World): Handler[] => [
  handler(api.ride.config, () => ({ data: RideConfig.parse({ ...world.config, server_time: later(0, world.now) }) })),
  handler(api.ride.askForCode, ({ body }) => ({
    data: {
      id: CHALLENGE,
      channel: body.contact.includes('@') ? 'email' : 'sms',
      ends_at: later(10, world.now),
      again_at: later(world.againIn, world.now),
    },
  })),
  handler(api.ride.signIn, ({ body }) => {
    if (body.password !== undefined && body.password !== 'a long password')
      throw new Refused({ status: 422, code: 'invalid', detail: 'This password is not right', pointer: '/password' })
    if (body.password === undefined && body.code !== CODE)
      throw new Refused({ status: 422, code: 'invalid', detail: 'This code is wrong.', pointer: '/code' })
    const step = world.steps.find(
      ({ outcome }) =>
        (outcome === 'last_name_needed' && body.last_name === undefined) ||
        (outcome === 'who_is_travelling' && body.traveler_id === undefined) ||
        (outcome === 'profile_needed' && body.profile === undefined),
    )
    if (step !== undefined) return { data: step }
    world.session = world.passenger
    return { data: { outcome: 'signed_in', passenger: world.passenger, erasure_stopped: world.isLeaving } }
  }),
  handler(api.ride.signOut, () => {
    world.session = null
  }),
]

const account = (world: World): Handler[] => [
  handler(api.ride.me, () => ({ data: world.session })),
  handler(api.ride.changeMe, ({ body }) => {
    world.passenger = { ...world.passenger, ...Object.fromEntries(Object.entries(body)) }
    world.session = world.passenger
    return { data: world.session }
  }),
  handler(api.ride.places, () => listed(world.places)),
  handler(api.ride.addPlace, ({ body }) => {
    if (world.places.some(({ name }) => name === body.name))
      throw new Refused({ status: 422, code: 'invalid', detail: 'You have a place of that name', pointer: '/name' })
    const place: RidePlace = { ...body, note: body.note ?? '', id: 100 + world.places.length }
    world.places = [...world.places, place]
    return { data: place }
  }),
  handler(api.ride.changePlace, ({ params, body }) => {
    const id = params.id
    world.places = world.places.map((place) =>
      place.id === id ? { ...place, ...Object.fromEntries(Object.entries(body)) } : place,
    )
    return { data: world.places.find((place) => place.id === id) }
  }),
  handler(api.ride.removePlace, ({ params }) => {
    world.places = world.places.filter(({ id }) => id !== params.id)
  }),
  handler(api.ride.messages, () => ({ data: world.messages })),
  handler(api.ride.subscribe, () => undefined),
  handler(api.ride.changeMessages, ({ body }) => {
    world.messages = { ...world.messages, ...Object.fromEntries(Object.entries(body)) }
    return { data: world.messages }
  }),
  handler(api.ride.devices, () => listed(world.devices)),
  handler(api.ride.endDevice, ({ params }) => {
    world.devices = world.devices.filter(({ id }) => id !== params.id)
  }),
  handler(api.ride.endOtherDevices, () => {
    world.devices = world.devices.filter(({ current }) => current)
  }),
]

const searching = (world: World): Handler[] => [
  handler(api.geo.autosuggest, ({ query }) => ({
    items: towns.filter(({ name }) => name.toLowerCase().includes(query.q.toLowerCase())).map(itemOf),
  })),
  handler(api.geo.revgeocode, () => ({ items: [itemOf(home)] })),
  handler(api.ride.search, ({ body }) => {
    const offerings = offeringsOf(world)
    const there: RideSearch = {
      id: 31,
      status: offerings.length === 0 ? 'no_offerings' : 'offerings_available',
      message: null,
      nearest: null,
      time_zone: ZONE,
      currency: 'AUD',
      unpaid: null,
      concession: null,
      can_wait: null,
      service_offerings: offerings,
      ...world.search,
    }
    return { data: { ...there, ...backFound(world, body, there) } }
  }),
  handler(api.ride.keep, ({ params }) => {
    const offering = offeringsOf(world).find(({ id }) => id === params.id)
    if (offering === undefined) throw new Refused({ status: 409, code: 'conflict', detail: 'It has expired' })
    const kept = { ...offering, expires_at: new Date(Date.parse(offering.expires_at) + 300_000).toISOString() }
    world.offerings = offeringsOf(world).map((one) => (one.id === kept.id ? kept : one))
    return { data: kept }
  }),
]

const riding = (world: World): Handler[] => {
  const made = (offeringId: number, part: Partial<RideBooking>): Partial<RideBooking> => {
    const offering = offeringsOf(world).find(({ id }) => id === offeringId)
    if (offering === undefined) throw new Refused({ status: 409, code: 'conflict', detail: 'It has expired' })
    const { pickup, dropoff, total_price, scaled_price } = offering
    return { pickup, dropoff, total_price, scaled_price, ...part }
  }
  return [
    handler(api.ride.book, ({ body }) => {
      const id = 12 + world.rides.length
      const { payment_method } = body
      const ride = {
        ...sampleRide(id, world.ride, world.now),
        ...made(body.service_offering_id, { payment_method }),
      }
      world.rides = [...world.rides, ride]
      return changeRide(world, id, bookedWith(world, ride, body))
    }),
    handler(api.ride.bookings, ({ query }) => {
      const all = world.rides
        .filter((ride) => isPast(ride) === (query.state === 'past'))
        .filter((ride) => query.traveler_id === undefined || ride.traveler_id === query.traveler_id)
        .filter((ride) => query.region_id === undefined || inRegion(world, query.region_id, ride))
      const first = (query.page - 1) * query.per_page
      return listed(all.slice(first, first + query.per_page).map(summaryOf), all.length)
    }),
    handler(api.ride.booking, ({ params }) => ({ data: rideIn(world, params.id) })),
    handler(api.ride.change, ({ params, body }) => changeRide(world, params.id, made(body.service_offering_id, {}))),
    handler(api.ride.notes, ({ params }) => ({ data: world.notes[params.id] ?? noNotes })),
    handler(api.ride.cancel, ({ params }) =>
      changeRide(world, params.id, {
        phase: 'cancelled',
        status: 'cancelled',
        cancel_refused: 'It is cancelled',
      }),
    ),
    handler(api.ride.receipt, ({ params }) => ({ data: sampleReceipt({ service_request_id: params.id }) })),
    ...afterwards(world),
    handler(api.ride.pay, ({ params: { id } }) =>
      changeRide(world, id, { payment_status: 'charging', to_pay: undefined }),
    ),
    handler(api.ride.confirmPayment, () => ({ data: { client_secret: 'pi_1_secret', payment_method_id: 'pm_1' } })),
    handler(api.ride.feedback, ({ params, body }) =>
      changeRide(world, params.id, { rating: body.rating, comments: body.comments ?? null }),
    ),
  ]
}

export const SHARED = 'https://bus.example/t/7k2m9qd4xw'

const following = (world: World): Handler[] => {
  const tracked = (): { data: RideTracking } => {
    if (world.tracked === null) throw new Refused({ status: 404, code: 'not_found', detail: 'This link has expired' })
    return { data: { ...world.tracked, server_time: new Date(world.now).toISOString() } }
  }
  return [
    handler(api.rideTracking.share, ({ params }) => {
      changeRide(world, params.id, { shared: true })
      return { data: { link: SHARED } }
    }),
    handler(api.rideTracking.takeBack, ({ params }) => void changeRide(world, params.id, { shared: false })),
    handler(api.rideTracking.show, tracked),
    handler(api.rideTracking.cancel, () => {
      world.tracked = { ...tracked().data, phase: 'cancelled', can_cancel: false }
      return tracked()
    }),
  ]
}
