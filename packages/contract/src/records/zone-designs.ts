import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { LngLat, Version } from './basics.ts'
import { ServiceRoute, ServiceRouteInput, ServiceRouteStop } from './service-routes.ts'
import { ServiceStrategy, ServiceStrategyInput, StrategyConfiguration } from './service-strategies.ts'
import { DrawnRings, ServiceArea, ServiceAreaInput, Zone, ZoneStop, ZoneStopInput } from './zones.ts'

/** Ids of drafts → ids of the saved records. */
const SavedAs = z.record(z.string(), Id)

/** A zone with all that its designer shows. */
export const ZoneDesign = z.object({
  zone: Zone,
  service_areas: z.array(ServiceArea),
  zone_stops: z.array(ZoneStop),
  service_routes: z.array(ServiceRoute),
  service_strategies: z.array(ServiceStrategy),
  /** ids of parts added in the last day, by draft: for a client that never got the answer to its save */
  saved_as: z.object({
    service_areas: SavedAs,
    zone_stops: SavedAs,
    service_routes: SavedAs,
    service_strategies: SavedAs,
  }),
  /** how many schedules that have not ended use a strategy's routes or, for the default one, the zone */
  schedule_counts: z.record(z.string(), z.int()),
})
export type ZoneDesign = z.infer<typeof ZoneDesign>

/** The id of a record that is not saved yet, made by the client (drafts: `$uid`) and never used again. */
export const DraftId = z.string().regex(/^\$[\w-]{1,64}$/, 'Not an id')
/** A saved record, or one that is added by the same save. */
export const AnyId = z.union([Id, DraftId])
export type AnyId = z.infer<typeof AnyId>

const AreaFields = ServiceAreaInput.omit({ zone_id: true, travel_rule: true }).extend({
  travel_rule: z.object({ connected_location_ids: z.array(AnyId).max(500) }).nullish(),
})
const StopFields = ZoneStopInput.omit({ zone_id: true })
const RouteFields = ServiceRouteInput.omit({ service_strategy_id: true, stops: true }).extend({
  service_strategy_id: AnyId.nullish(),
  stops: z
    .array(ServiceRouteStop.omit({ zone_stop_id: true }).extend({ zone_stop_id: AnyId }))
    .min(2, 'A route needs at least two stops')
    .max(200),
})
const StrategyFields = ServiceStrategyInput.omit({ zone_id: true })

type WithoutDefaults<T extends z.ZodRawShape> = {
  [K in keyof T]: T[K] extends z.ZodDefault<infer Inner> ? Inner : T[K]
}
/** zod fills in defaults of optional fields too: without this, a change would set back what it does not name. */
const withoutDefaults = <T extends z.ZodRawShape>(fields: z.ZodObject<T>) =>
  z.object(
    Object.fromEntries(
      Object.entries(fields.shape).map(([key, field]) => [key, field instanceof z.ZodDefault ? field.unwrap() : field]),
    ) as WithoutDefaults<T>, // entry by entry as the type has it
  )

const existing = { id: Id, version: Version }

/** The changes of one kind of part in a save. Removing a part that is gone already is no error. */
const changes = <A extends z.ZodRawShape, U extends z.ZodRawShape>(fields: z.ZodObject<A>, named: z.ZodObject<U>) =>
  z
    .object({
      added: z
        .array(fields.extend({ id: DraftId }))
        .max(5000)
        .default([]),
      updated: z.array(named.partial().extend(existing)).max(5000).default([]),
      removed: z.array(z.object(existing)).max(5000).default([]),
    })
    .prefault({})

export const ZoneDesignChange = z.object({
  service_areas: changes(AreaFields, AreaFields),
  zone_stops: changes(StopFields, withoutDefaults(StopFields)),
  service_routes: changes(RouteFields, RouteFields),
  service_strategies: changes(
    StrategyFields,
    withoutDefaults(StrategyFields).extend({ configuration: withoutDefaults(StrategyConfiguration).partial() }),
  ),
})
export type ZoneDesignChange = z.input<typeof ZoneDesignChange>

/** A refusal's `meta.places`: where on the map the rule of an entry is broken, by the entry's pointer. */
export const BrokenPlaces = z.array(z.object({ pointer: z.string(), point: LngLat }))
export type BrokenPlaces = z.infer<typeof BrokenPlaces>

/** Corners of all areas of a question together */
const MOST_CORNERS = 20_000
const Areas = z
  .array(DrawnRings)
  .max(200)
  .refine((areas) => areas.flat().reduce((sum, ring) => sum + ring.length, 0) <= MOST_CORNERS, {
    error: `Ask about areas of at most ${MOST_CORNERS.toLocaleString('en')} corners together`,
  })

export const AreaFiguresQuestion = z.object({ areas: Areas })
export const AreaFigures = z.object({
  area_m2: z.number(),
  /** streets that a vehicle may drive */
  street_m: z.number(),
  addresses: z.int(),
})
export type AreaFigures = z.infer<typeof AreaFigures>

const StopPoints = z.array(LngLat).max(5000)

/** `distances`: metres on foot, rising. */
export const StopCoverageQuestion = z.object({
  areas: Areas,
  stops: StopPoints,
  distances: z.array(z.number().positive().max(5000)).min(1).max(5).default([300, 500, 800]),
})
export const StopCoverage = z.object({
  addresses: z.int(),
  /** of the addresses in the areas, how many are within each distance of a stop, in the order asked */
  within: z.array(z.object({ distance_m: z.number(), addresses: z.int() })),
  /** addresses beyond the greatest distance, at most 2,000 of them, evenly picked */
  uncovered: z.array(LngLat),
})
export type StopCoverage = z.infer<typeof StopCoverage>

export const StopSuggestionsQuestion = z.object({
  areas: Areas,
  stops: StopPoints,
  walk_m: z.number().min(50).max(2000),
  limit: z.int().min(1).max(500).default(200),
})
/** The stop that brings most addresses within reach comes first (greedy cover). */
export const StopSuggestions = z.object({
  stops: z.array(
    z.object({ point: LngLat, name: z.string(), street_address: z.string().nullable(), addresses: z.int() }),
  ),
  /** addresses that remain out of reach */
  left: z.int(),
})
export type StopSuggestions = z.infer<typeof StopSuggestions>

/** Points on the map, to be made into stops. */
export const StopAddressesQuestion = z.object({ points: z.array(LngLat).max(2000) })
/** In the order asked; null where no street is near. */
export const StopAddresses = z.object({
  stops: z.array(
    z
      .object({
        /** at the kerb, on the side of the street that was asked for */
        point: LngLat,
        street: z.string().nullable(),
        street_address: z.string().nullable(),
        /** metres from the point that was asked for */
        moved_m: z.number(),
      })
      .nullable(),
  ),
})
export type StopAddresses = z.infer<typeof StopAddresses>
