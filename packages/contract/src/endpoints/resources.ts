import { z } from 'zod'
import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList, timeRange } from '../query.ts'
import { Driver, DriverInput, DriverPin } from '../records/drivers.ts'
import { Region, RegionInput } from '../records/regions.ts'
import { ServicePlan, ServicePlanInput } from '../records/service-plans.ts'
import { ServiceStrategy, ServiceStrategyInput } from '../records/service-strategies.ts'
import { FrequentLocation, Traveler, TravelerInput } from '../records/travelers.ts'
import { Vehicle, VehicleInput } from '../records/vehicles.ts'
import { ServiceArea, ServiceAreaInput, Zone, ZoneInput, ZoneStop, ZoneStopInput } from '../records/zones.ts'

export const drivers = {
  list: endpoint('drivers.list', 'GET', '/drivers', {
    summary: 'List drivers',
    access: 'DriverManagement:driver:canRead',
    query: listQuery({ approved: z.stringbool(), id: idList }, [
      'id',
      'first_name',
      'last_name',
      'username',
      'email',
      'status',
      'created_at',
    ]),
    answer: many(Driver),
  }),
  show: endpoint('drivers.show', 'GET', '/drivers/:id', {
    summary: 'One driver',
    access: 'DriverManagement:driver:canRead',
    params: idParams,
    answer: one(Driver),
  }),
  create: endpoint('drivers.create', 'POST', '/drivers', {
    summary: 'Create a driver',
    access: 'DriverManagement:driver:canCreate',
    body: DriverInput,
    answer: one(Driver),
    status: 201,
  }),
  update: endpoint('drivers.update', 'PATCH', '/drivers/:id', {
    summary: 'Change a driver',
    access: 'DriverManagement:driver:canUpdate',
    params: idParams,
    body: DriverInput.partial(),
    answer: one(Driver),
  }),
  destroy: endpoint('drivers.destroy', 'DELETE', '/drivers/:id', {
    summary: 'Delete a driver',
    access: 'DriverManagement:driver:canDestroy',
    params: idParams,
    answer: empty,
    status: 204,
  }),
  resetPin: endpoint('drivers.resetPin', 'POST', '/drivers/:id/password', {
    summary: "Set a driver's six-digit PIN",
    access: 'DriverManagement:driver:canUpdate',
    params: idParams,
    body: DriverPin,
    answer: one(z.object({ message: z.string() })),
  }),
}

export const vehicles = {
  list: endpoint('vehicles.list', 'GET', '/vehicles', {
    summary: 'List vehicles',
    access: 'VehicleManagement:vehicle:canRead',
    query: listQuery({ status: textList, id: idList }, [
      'id',
      'vehicle_number',
      'license_plate',
      'make',
      'model',
      'capacity',
      'status',
      'created_at',
    ]),
    answer: many(Vehicle),
  }),
  show: endpoint('vehicles.show', 'GET', '/vehicles/:id', {
    summary: 'One vehicle',
    access: 'VehicleManagement:vehicle:canRead',
    params: idParams,
    answer: one(Vehicle),
  }),
  create: endpoint('vehicles.create', 'POST', '/vehicles', {
    summary: 'Create a vehicle',
    access: 'VehicleManagement:vehicle:canCreate',
    body: VehicleInput,
    answer: one(Vehicle),
    status: 201,
  }),
  update: endpoint('vehicles.update', 'PATCH', '/vehicles/:id', {
    summary: 'Change a vehicle',
    access: 'VehicleManagement:vehicle:canUpdate',
    params: idParams,
    body: VehicleInput.partial(),
    answer: one(Vehicle),
  }),
}

export const regions = {
  list: endpoint('regions.list', 'GET', '/regions', {
    summary: 'List regions',
    access: 'RegionManagement:region:canRead',
    query: listQuery({ status: textList, id: idList }, ['id', 'name', 'status', 'created_at']),
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
}

export const zones = {
  list: endpoint('zones.list', 'GET', '/zones', {
    summary: 'List zones',
    access: 'ZoneManagement:zone:canRead',
    query: listQuery({ region: idList, status: textList, id: idList }, ['id', 'name', 'status', 'created_at']),
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
    body: ServiceAreaInput,
    answer: one(ServiceArea),
    status: 201,
  }),
  update: endpoint('serviceAreas.update', 'PATCH', '/service_areas/:id', {
    summary: 'Change a polygon',
    access: 'ZoneManagement:zone:canUpdate',
    params: idParams,
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

export const servicePlans = {
  list: endpoint('servicePlans.list', 'GET', '/service_plans', {
    summary: 'List in-service schedules that touch a window',
    access: 'ServicePlans:servicePlan:canRead',
    query: listQuery({ region: idList, zone: idList, id: idList, vehicle: idList, driver: idList }, [
      'id',
      'start_time',
      'end_time',
    ]).extend({
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
    }),
    answer: many(ServicePlan),
  }),
  show: endpoint('servicePlans.show', 'GET', '/service_plans/:id', {
    summary: 'One schedule',
    access: 'ServicePlans:servicePlan:canRead',
    params: idParams,
    answer: one(ServicePlan),
  }),
  create: endpoint('servicePlans.create', 'POST', '/service_plans', {
    summary: 'Create a schedule, and its trip when it has a vehicle',
    access: 'ServicePlans:servicePlan:canCreate',
    body: ServicePlanInput,
    answer: one(ServicePlan),
    status: 201,
  }),
}

export const travelers = {
  list: endpoint('travelers.list', 'GET', '/travelers', {
    summary: 'List passengers',
    access: 'TravellerManagement:traveller:canRead',
    query: listQuery({ status: textList, id: idList }, [
      'id',
      'first_name',
      'last_name',
      'username',
      'email',
      'created_at',
    ]),
    answer: many(Traveler),
  }),
  show: endpoint('travelers.show', 'GET', '/travelers/:id', {
    summary: 'One passenger',
    access: 'TravellerManagement:traveller:canRead',
    params: idParams,
    answer: one(Traveler),
  }),
  create: endpoint('travelers.create', 'POST', '/travelers', {
    summary: 'Create a passenger',
    access: 'TravellerManagement:traveller:canCreate',
    body: TravelerInput,
    answer: one(Traveler),
    status: 201,
  }),
  update: endpoint('travelers.update', 'PATCH', '/travelers/:id', {
    summary: 'Change a passenger',
    access: 'TravellerManagement:traveller:canUpdate',
    params: idParams,
    body: TravelerInput.partial(),
    answer: one(Traveler),
  }),
  frequentLocations: endpoint('travelers.frequentLocations', 'GET', '/travelers/:id/frequent_locations', {
    summary: 'Where the passenger travels most',
    access: 'TravellerManagement:tripBookingWizard:canRead',
    params: idParams,
    answer: one(z.object({ frequent_locations: z.array(FrequentLocation) })),
  }),
}

export const bookingFilters = {
  zone: idList,
  region: idList,
  status: textList,
  traveler: idList,
  trip: idList,
  id: idList,
  date_range: timeRange,
}
