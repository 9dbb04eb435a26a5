import { z } from 'zod'
import type { clockHours, continuityFiles, paperSizes } from '@ambit/contract'

/** The files of a pack; an encrypted one is its page alone, with the others inside. */
export type PackFile = (typeof continuityFiles)[number]

/** What a pack says of itself, beside its pages, so that nobody has to open them to list it. */
export const PackFacts = z.object({
  format: z.literal(1),
  region_id: z.int(),
  region_name: z.string(),
  /** the moment it shows, by the service's clock */
  moment: z.iso.datetime(),
  /** when it was written, by the wall's clock; the same but in a demo */
  written_at: z.iso.datetime(),
  trips: z.int(),
  bookings: z.int(),
  encrypted: z.boolean(),
})
export type PackFacts = z.infer<typeof PackFacts>

export type PackBooking = {
  id: number
  name: string
  phone: string | null
  status: string
  passengers: number
  wheelchairs: number
  comment: string | null
  pickup_note: string | null
  dropoff_note: string | null
  origin: string
  destination: string
  /** the promised window of the pick-up */
  from: string
  until: string
  price: number
  /** of the fare */
  currency: string
  payment_method: string
  charged: boolean
  boarded_at: string | null
}

export type PackStop = {
  kind: 'passenger' | 'break' | 'route_stop' | 'staging'
  name: string
  address: string | null
  note: string | null
  arrive: string
  leave: string
  arrived_at: string | null
  departed_at: string | null
  boarding: PackBooking[]
  alighting: PackBooking[]
}

export type PackTrip = {
  id: number
  name: string
  zone: string
  time_zone: string
  state: string
  vehicle: string | null
  plate: string | null
  driver: string | null
  phone: string | null
  start: string
  end: string
  stops: PackStop[]
}

/** What the sheets are made of. Trips and bookings are JSON as the database wrote it, which is read on the thread that makes the sheets. */
export type PackInput = {
  region: { id: number; name: string; time_zone: string; contact_phone: string | null }
  moment: Date
  written: Date
  locale: string
  clockHours: (typeof clockHours)[number]
  paper: (typeof paperSizes)[number]
  brand: string
  trips: readonly string[]
  /** bookings of these 24 hours that no vehicle has been found for */
  waiting: string
  /** null: the files can be read by whoever has them */
  passphrase: string | null
}

export type RenderedPack = { facts: PackFacts; files: { name: string; bytes: Uint8Array }[] }
