import { Door } from './records/basics.ts'
import { ConsumerApp } from './records/consumer-apps.ts'
import { Discount } from './records/discounts.ts'
import { Driver } from './records/drivers.ts'
import { PaymentCard } from './records/payment-cards.ts'
import { Permission } from './records/permissions.ts'
import { PortalVersion } from './records/portal-version.ts'
import { Region } from './records/regions.ts'
import { Schema } from './records/schemas.ts'
import { ServicePlan } from './records/service-plans.ts'
import {
  Feedback,
  ServiceAvailabilitySearch,
  ServiceRequest,
  ServiceRequestHistory,
} from './records/service-requests.ts'
import { Block, FixedRouteLeg, ServiceRoute, ServiceRouteStop } from './records/service-routes.ts'
import { PlanStrategy, ServiceStrategy } from './records/service-strategies.ts'
import { BookingOutcomeReport, BookingReport } from './records/reports.ts'
import { Survey } from './records/surveys.ts'
import { TravelerComment } from './records/traveler-comments.ts'
import { TravelerConcession, TravelerSet } from './records/traveler-concessions.ts'
import { Traveler, TravelerFeatures } from './records/travelers.ts'
import { Trip, TripStop } from './records/trips.ts'
import { Role, User, UserGroup, UserRole } from './records/users.ts'
import { VehicleNote } from './records/vehicle-notes.ts'
import { Vehicle } from './records/vehicles.ts'
import { ZoneSolution } from './records/zone-solutions.ts'
import { ServiceArea, Zone, ZoneStop } from './records/zones.ts'

/** The kinds of record of the API, by name. */
export const kinds = {
  Block,
  BookingOutcomeReport,
  BookingReport,
  ConsumerApp,
  Discount,
  Driver,
  Feedback,
  FixedRouteLeg,
  Location: Door,
  PaymentMethod: PaymentCard,
  Permission,
  PlanStrategy,
  Region,
  Role,
  Schema,
  ServiceArea,
  ServiceAvailabilitySearch,
  ServicePlan,
  ServiceRequest,
  ServiceRequestHistory,
  ServiceRoute,
  ServiceRouteStop,
  ServiceStrategy,
  Survey,
  Traveler,
  TravelerComment,
  TravelerConcession,
  TravelerFeatures,
  TravelerSet,
  Trip,
  TripStop,
  User,
  UserGroup,
  UserRole,
  Vehicle,
  VehicleNote,
  Version: PortalVersion,
  Zone,
  ZoneSolution,
  ZoneStop,
}
