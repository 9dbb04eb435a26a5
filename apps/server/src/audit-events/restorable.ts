import {
  api,
  DiscountInput,
  DriverInput,
  type Endpoint,
  MessageTemplateChange,
  RegionInput,
  type RestorableKind,
  ServiceAreaInput,
  ServiceStrategyInput,
  TravelerInput,
  UserRoleInput,
  VehicleInput,
  ZoneInput,
  ZoneStopInput,
} from '@ambit/contract'
import type { Sent } from '../http/bind.ts'

export type Fields = Readonly<Record<string, unknown>>

/** The ordinary changes that bring a version of a record back. */
export type Way = {
  update: Endpoint
  /** makes a deleted record again; null: it is made anew, not restored */
  create: Endpoint | null
  /** the fields that these take, made of the record's */
  view: (fields: Fields) => Fields
  sent: (record: { id: string; fields: Fields; version: number | null }, view: Fields) => Sent
}

const sent: Way['sent'] = ({ id, version }, body) => ({ params: { id: Number(id) }, body, version })

type Shape = { shape: Readonly<Record<string, unknown>> }
const picked = (fields: Fields, { shape }: Shape): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => Object.hasOwn(shape, field)))

const usual = (
  { update, create }: { update: Endpoint; create: Endpoint },
  input: Shape,
  made: (fields: Fields) => Fields = () => ({}),
): Way => ({ update, create, sent, view: (fields) => ({ ...picked(fields, input), ...made(fields) }) })

const settingsKeys: Readonly<Record<string, string>> = {
  app: 'app',
  modules: 'modules',
  feature_flags: 'featureFlags',
  sign_in: 'signIn',
  access: 'access',
  environment: 'environment',
}

const ways: Record<RestorableKind, Way> = {
  drivers: usual(api.drivers, DriverInput),
  vehicles: usual(api.vehicles, VehicleInput),
  travelers: usual(api.travelers, TravelerInput),
  regions: usual(api.regions, RegionInput),
  message_templates: { ...usual(api.messageTemplates, MessageTemplateChange), create: null },
  discounts: usual(api.discounts, DiscountInput),
  user_roles: usual(api.userRoles, UserRoleInput),
  user_groups: {
    ...api.userGroups,
    sent,
    view: ({ name, users, roles }) => ({ name, users, roles }),
  },
  zones: usual(api.zones, ZoneInput, ({ longitude, latitude }) => ({
    point: longitude === null ? null : { lng: longitude, lat: latitude },
  })),
  service_areas: usual(api.serviceAreas, ServiceAreaInput, ({ connected_location_ids }) => ({
    travel_rule: connected_location_ids === null ? null : { connected_location_ids },
  })),
  zone_stops: usual(api.zoneStops, ZoneStopInput, ({ longitude, latitude }) => ({ point: [longitude, latitude] })),
  service_strategies: usual(api.serviceStrategies, ServiceStrategyInput),
  service_routes: {
    update: api.zoneDesigns.save,
    create: null,
    view: ({ name, service_strategy_id, stops }) => ({ name, service_strategy_id, stops }),
    sent: ({ id, fields, version }, view) => ({
      params: { id: fields['zone_id'] },
      body: { service_routes: { updated: [{ ...view, id: Number(id), version }] } },
    }),
  },
  settings: {
    update: api.settings.update,
    create: null,
    view: (fields) => fields,
    // Whoever restores another currency has seen it in the preview, and given a reason.
    sent: ({ id }, view) => ({
      body: { [settingsKeys[id] ?? id]: view, ...(id === 'app' ? { confirm_currency: true } : {}) },
    }),
  },
}

/** The settings of mail have a call of their own, as they are not told to everybody. */
const mailSettings: Way = {
  ...ways.settings,
  update: api.mailSettings.update,
  sent: (_record, view) => ({ body: view }),
}

export const wayOf = (kind: RestorableKind, id: string): Way =>
  kind === 'settings' && id === 'mail' ? mailSettings : ways[kind]
