import { z } from 'zod'
import { empty, endpoint, Id, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList } from '../query.ts'
import { ConsumerApp, ConsumerAppInput } from '../records/consumer-apps.ts'
import { Logo, LogoInput } from '../records/settings.ts'
import { Region, RegionInput } from '../records/regions.ts'
import { ServiceRoute, ServiceRouteLine, ServiceRouteLineQuestion } from '../records/service-routes.ts'
import { PlanStrategy, ServiceStrategy, ServiceStrategyInput } from '../records/service-strategies.ts'
import { TravelFactors, TravelFactorsInput } from '../records/travel-factors.ts'
import {
  AreaFigures,
  AreaFiguresQuestion,
  StopAddresses,
  StopAddressesQuestion,
  StopCoverage,
  StopCoverageQuestion,
  StopSuggestions,
  StopSuggestionsQuestion,
  ZoneDesign,
  ZoneDesignChange,
} from '../records/zone-designs.ts'
import { ZoneSolution } from '../records/zone-solutions.ts'
import { ServiceArea, ServiceAreaInput, Zone, ZoneInput, ZoneStop, ZoneStopInput } from '../records/zones.ts'

export const regions = {
  list: endpoint('regions.list', 'GET', '/regions', {
    summary: 'List regions',
    access: 'RegionManagement:region:canRead',
    query: listQuery({ status: textList, id: idList }, [
      'id',
      'name',
      'status',
      'time_zone',
      'zone_count',
      'created_at',
    ]),
    answer: many(Region),
  }),
  show: endpoint('regions.show', 'GET', '/regions/:id', {
    summary: 'One region',
    access: 'RegionManagement:region:canRead',
    params: idParams,
    answer: one(Region),
  }),
  create: endpoint('regions.create', 'POST', '/regions', {
    summary: 'Create a region',
    access: 'RegionManagement:region:canCreate',
    allRegions: true,
    body: RegionInput,
    answer: one(Region),
    status: 201,
  }),
  update: endpoint('regions.update', 'PATCH', '/regions/:id', {
    summary: 'Change a region',
    access: 'RegionManagement:region:canUpdate',
    params: idParams,
    body: RegionInput.partial(),
    answer: one(Region),
  }),
  destroy: endpoint('regions.destroy', 'DELETE', '/regions/:id', {
    summary: 'Delete a region that has no zones',
    access: 'RegionManagement:region:canDestroy',
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

const ofRegion = z.object({ region_id: z.coerce.number().pipe(Id) })
export const travelFactors = {
  show: endpoint('travelFactors.show', 'GET', '/travel_factors', {
    summary: "Factors on free-flow driving times, for each hour of a region's week",
    access: 'RegionManagement:region:canRead',
    query: ofRegion,
    answer: one(TravelFactors),
  }),
  change: endpoint('travelFactors.change', 'PATCH', '/travel_factors', {
    summary: 'Set factors of some hours, or reset hours to the factors learnt from drives',
    access: 'RegionManagement:region:canUpdate',
    query: ofRegion,
    body: TravelFactorsInput,
    answer: one(TravelFactors),
  }),
}

export const zones = {
  list: endpoint('zones.list', 'GET', '/zones', {
    summary: 'List zones',
    access: 'ZoneManagement:zone:canRead',
    query: listQuery({ region: idList, status: textList, id: idList }, [
      'id',
      'name',
      'abbreviation',
      'region_name',
      'time_zone',
      'default_price',
      'stop_count',
      'status',
      'created_at',
    ]),
    answer: many(Zone),
  }),
  show: endpoint('zones.show', 'GET', '/zones/:id', {
    summary: 'One zone',
    access: 'ZoneManagement:zone:canRead',
    params: idParams,
    answer: one(Zone),
  }),
  create: endpoint('zones.create', 'POST', '/zones', {
    summary: 'Create a zone with its first strategy',
    access: 'ZoneManagement:zone:canCreate',
    body: ZoneInput,
    answer: one(Zone),
    status: 201,
  }),
  update: endpoint('zones.update', 'PATCH', '/zones/:id', {
    summary: 'Change a zone',
    access: 'ZoneManagement:zone:canUpdate',
    params: idParams,
    body: ZoneInput.partial(),
    answer: one(Zone),
  }),
  destroy: endpoint('zones.destroy', 'DELETE', '/zones/:id', {
    summary: 'Delete a zone that was never used',
    access: 'ZoneManagement:zone:canDestroy',
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

export const consumerApps = {
  list: endpoint('consumerApps.list', 'GET', '/consumer_apps', {
    summary: 'List the apps that passengers book with',
    access: 'ZoneManagement:zone:canRead',
    query: listQuery({}, ['id', 'name']),
    answer: many(ConsumerApp),
  }),
  show: endpoint('consumerApps.show', 'GET', '/consumer_apps/:id', {
    summary: 'One app that passengers book with',
    access: 'ZoneManagement:zone:canRead',
    params: idParams,
    answer: one(ConsumerApp),
  }),
  create: endpoint('consumerApps.create', 'POST', '/consumer_apps', {
    summary: 'Create an app that passengers book with; zones have to allow it',
    access: 'ZoneManagement:consumerApp:canCreate',
    allRegions: true,
    body: ConsumerAppInput,
    answer: one(ConsumerApp),
    status: 201,
  }),
  update: endpoint('consumerApps.update', 'PATCH', '/consumer_apps/:id', {
    summary: 'Change an app that passengers book with',
    access: 'ZoneManagement:consumerApp:canUpdate',
    allRegions: true,
    params: idParams,
    body: ConsumerAppInput.partial(),
    answer: one(ConsumerApp),
  }),
  addLogo: endpoint('consumerApps.addLogo', 'POST', '/consumer_apps/logos', {
    summary: 'Hand a logo over, which an app then names by its digest',
    access: 'ZoneManagement:consumerApp:canUpdate',
    allRegions: true,
    body: LogoInput,
    large: true,
    answer: one(Logo),
    status: 201,
  }),
}

const inZone = listQuery({ zone: idList, region: idList, id: idList }, ['id', 'name', 'created_at'])

export const serviceAreas = {
  list: endpoint('serviceAreas.list', 'GET', '/service_areas', {
    summary: 'List service areas',
    access: 'ZoneManagement:zone:canRead',
    query: inZone,
    answer: many(ServiceArea),
  }),
  create: endpoint('serviceAreas.create', 'POST', '/service_areas', {
    summary: 'Add a polygon to a zone',
    access: 'ZoneManagement:zone:canUpdate',
    large: true,
    body: ServiceAreaInput,
    answer: one(ServiceArea),
    status: 201,
  }),
  update: endpoint('serviceAreas.update', 'PATCH', '/service_areas/:id', {
    summary: 'Change a polygon',
    access: 'ZoneManagement:zone:canUpdate',
    params: idParams,
    large: true,
    body: ServiceAreaInput.partial(),
    answer: one(ServiceArea),
  }),
  destroy: endpoint('serviceAreas.destroy', 'DELETE', '/service_areas/:id', {
    summary: 'Remove a polygon',
    access: 'ZoneManagement:zone:canUpdate',
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

export const zoneStops = {
  list: endpoint('zoneStops.list', 'GET', '/zone_stops', {
    summary: 'List stops',
    access: 'ZoneManagement:zoneStop:canRead',
    query: inZone,
    answer: many(ZoneStop),
  }),
  show: endpoint('zoneStops.show', 'GET', '/zone_stops/:id', {
    summary: 'One stop',
    access: 'ZoneManagement:zoneStop:canRead',
    params: idParams,
    answer: one(ZoneStop),
  }),
  create: endpoint('zoneStops.create', 'POST', '/zone_stops', {
    summary: 'Create a stop',
    access: 'ZoneManagement:zoneStop:canCreate',
    body: ZoneStopInput,
    answer: one(ZoneStop),
    status: 201,
  }),
  update: endpoint('zoneStops.update', 'PATCH', '/zone_stops/:id', {
    summary: 'Change a stop',
    access: 'ZoneManagement:zoneStop:canUpdate',
    params: idParams,
    body: ZoneStopInput.partial(),
    answer: one(ZoneStop),
  }),
}

export const serviceStrategies = {
  list: endpoint('serviceStrategies.list', 'GET', '/service_strategies', {
    summary: 'List strategies',
    access: 'ZoneManagement:zone:canRead',
    query: inZone,
    answer: many(ServiceStrategy),
  }),
  create: endpoint('serviceStrategies.create', 'POST', '/service_strategies', {
    summary: 'Create a strategy',
    access: 'ZoneManagement:serviceStrategies:canRead',
    body: ServiceStrategyInput,
    answer: one(ServiceStrategy),
    status: 201,
  }),
  update: endpoint('serviceStrategies.update', 'PATCH', '/service_strategies/:id', {
    summary: 'Change a strategy',
    access: 'ZoneManagement:zone:canUpdate',
    params: idParams,
    body: ServiceStrategyInput.partial(),
    answer: one(ServiceStrategy),
  }),
}

export const planStrategies = {
  list: endpoint('planStrategies.list', 'GET', '/plan_strategies', {
    summary: 'Service models of zones with their colours, for the legend of the schedules',
    access: 'ResourceAvailability:planStrategies:canRead',
    query: inZone,
    answer: many(PlanStrategy),
  }),
}

export const zoneSolutions = {
  list: endpoint('zoneSolutions.list', 'GET', '/zone_solutions', {
    summary: 'The state of the plans of zones',
    access: 'ZoneSolutions:solution:canRead',
    query: listQuery({ zone: idList, region: idList, id: idList }, ['id', 'zone_name', 'replanned_at']),
    answer: many(ZoneSolution),
  }),
  show: endpoint('zoneSolutions.show', 'GET', '/zone_solutions/:id', {
    summary: "The state of one zone's plan, by the zone's id",
    access: 'ZoneSolutions:solution:canRead',
    params: idParams,
    answer: one(ZoneSolution),
  }),
}

export const serviceRoutes = {
  list: endpoint('serviceRoutes.list', 'GET', '/service_routes', {
    summary: 'List fixed routes',
    access: 'ZoneManagement:zone:canRead',
    query: inZone,
    answer: many(ServiceRoute),
  }),
  /** Asked while a route is drawn: its legs on real streets. Nothing is stored. */
  line: endpoint('serviceRoutes.line', 'POST', '/service_route_lines', {
    summary: 'Legs, distance and running time of stops in order',
    access: 'ZoneManagement:zone:canRead',
    body: ServiceRouteLineQuestion,
    answer: one(ServiceRouteLine),
  }),
}

/** What the Zone Designer reads and saves; each part is also a resource of its own above. */
export const zoneDesigns = {
  show: endpoint('zoneDesigns.show', 'GET', '/zones/:id/design', {
    summary: "Everything of a zone's set-up at once",
    access: 'ZoneManagement:zoneDesigner:canRead',
    params: idParams,
    answer: one(ZoneDesign),
  }),
  /**
   * One transaction. Each part asks for the permission of its own: areas, routes and strategies `zone:canUpdate`, stops
   * `zoneStop:canCreate`, `canUpdate` and `canDestroy`, a new strategy `serviceStrategies:canRead`. A stale part: 409
   * `stale_record`, `meta.current` holds the current design. Areas that overlap or are invalid: 422 with `meta.places`.
   */
  save: endpoint('zoneDesigns.save', 'POST', '/zones/:id/design', {
    summary: 'Save the parts that were added, changed and removed, all or none',
    access: 'ZoneManagement:zoneDesigner:canRead',
    params: idParams,
    large: true,
    body: ZoneDesignChange,
    answer: one(ZoneDesign),
    keyed: true,
  }),
  figures: endpoint('zoneDesigns.figures', 'POST', '/area_figures', {
    summary: 'Size, street length and addresses of polygons',
    access: 'ZoneManagement:zoneDesigner:canRead',
    large: true,
    body: AreaFiguresQuestion,
    answer: one(AreaFigures),
  }),
  coverage: endpoint('zoneDesigns.coverage', 'POST', '/stop_coverage', {
    summary: 'Share of addresses within walking distances of stops',
    access: 'ZoneManagement:zoneDesigner:canRead',
    large: true,
    body: StopCoverageQuestion,
    answer: one(StopCoverage),
  }),
  /** Asked when stops are put on the map or read from a file. */
  addresses: endpoint('zoneDesigns.addresses', 'POST', '/stop_addresses', {
    summary: 'The nearest street side and address of points',
    access: 'ZoneManagement:zoneDesigner:canRead',
    body: StopAddressesQuestion,
    answer: one(StopAddresses),
  }),
  suggestions: endpoint('zoneDesigns.suggestions', 'POST', '/stop_suggestions', {
    summary: 'Stops that would bring every address within a walking distance',
    access: 'ZoneManagement:zoneDesigner:canRead',
    large: true,
    body: StopSuggestionsQuestion,
    answer: one(StopSuggestions),
  }),
}
