import { type Dashboard, MAX_SETUP_COUNT, type PermissionKey, type Settings } from '@ambit/contract'
import { dialogText } from '../dialogs/dialog-ref.ts'
import type { Can } from '../auth/allowed.ts'
import type { PortalPath } from '../url/paths.ts'
import { isInUse, pathOf } from '../navigation/menu.ts'

/** Links of the dashboard ask for everything at once. */
export const LINK_PER_PAGE = 999

type Kind = keyof Dashboard['setup']

export type OnboardingLink = {
  label: string
  /** the module that it opens, as settings name it */
  module: string
  permission: PermissionKey
  /** a dialog that opens there */
  dialog?: string
  /** shown only while there is a zone, or while there is none */
  when?: 'hasZones' | 'hasNoZones'
}

export type OnboardingModule = {
  type: string
  title: string
  description: string
  /** the module whose icon it wears */
  icon: string
  /** what is counted of it */
  counts?: Kind
  links: readonly OnboardingLink[]
}

export type OnboardingGroup = { name: string; modules: readonly OnboardingModule[] }

const regions: OnboardingModule = {
  type: 'regions',
  title: 'Regions',
  description: 'The places that you serve, each with its time zone and contact.',
  icon: 'RegionManagement',
  counts: 'regions',
  links: [
    { label: 'Open regions', module: 'RegionManagement', permission: 'RegionManagement:region:canRead' },
    {
      label: 'Create a region',
      module: 'RegionManagement',
      permission: 'RegionManagement:region:canCreate',
      dialog: dialogText('RegionDialog', 'create'),
    },
  ],
}

const zones: OnboardingModule = {
  type: 'zones',
  title: 'Zones',
  description: 'Where people travel: service areas, stops, fixed routes and prices.',
  icon: 'ZoneManagement',
  counts: 'zones',
  links: [
    {
      label: 'Open zones',
      module: 'ZoneManagement',
      permission: 'ZoneManagement:zone:canRead',
      when: 'hasZones',
    },
    {
      label: 'Create a zone',
      module: 'ZoneManagement',
      permission: 'ZoneManagement:zone:canCreate',
      dialog: dialogText('ZoneDialog', 'create'),
      when: 'hasZones',
    },
    {
      label: 'Create your first zone',
      module: 'ZoneManagement',
      permission: 'ZoneManagement:zone:canCreate',
      dialog: dialogText('ZoneDialog', 'create'),
      when: 'hasNoZones',
    },
  ],
}

const vehicles: OnboardingModule = {
  type: 'vehicles',
  title: 'Vehicles',
  description: 'The fleet: seats, wheelchair spaces, and what belongs to each vehicle.',
  icon: 'VehicleManagement',
  counts: 'vehicles',
  links: [
    { label: 'Open vehicles', module: 'VehicleManagement', permission: 'VehicleManagement:vehicle:canRead' },
    {
      label: 'Add a vehicle',
      module: 'VehicleManagement',
      permission: 'VehicleManagement:vehicle:canCreate',
      dialog: dialogText('VehicleDialog', 'create'),
    },
  ],
}

const drivers: OnboardingModule = {
  type: 'drivers',
  title: 'Drivers',
  description: 'Your drivers and the PINs they sign on with.',
  icon: 'DriverManagement',
  counts: 'drivers',
  links: [
    { label: 'Open drivers', module: 'DriverManagement', permission: 'DriverManagement:driver:canRead' },
    {
      label: 'Add a driver',
      module: 'DriverManagement',
      permission: 'DriverManagement:driver:canCreate',
      dialog: dialogText('DriverDialog', 'create'),
    },
  ],
}

const schedules: OnboardingModule = {
  type: 'service_plans',
  title: 'In-Service Schedules',
  description: 'Which vehicle and driver serve which zone, and when.',
  icon: 'ServicePlans',
  counts: 'service_plans',
  links: [
    {
      label: 'Plan schedules',
      module: 'ServicePlans',
      permission: 'ServicePlans:servicePlan:canRead',
      when: 'hasZones',
    },
  ],
}

const monitoring: OnboardingModule = {
  type: 'monitoring',
  title: 'Service Monitoring',
  description: 'Trips and vehicles as they move, and which of them run late.',
  icon: 'VehicleMonitoring',
  links: [
    {
      label: 'Open monitoring',
      module: 'VehicleMonitoring',
      permission: 'VehicleMonitoring:monitoring:canRead',
      when: 'hasZones',
    },
  ],
}

const passengers: OnboardingModule = {
  type: 'travelers',
  title: 'Passengers',
  description: 'Who travels, what they need on the way, and booking for them.',
  icon: 'TravellerManagement',
  counts: 'travelers',
  links: [
    { label: 'Open passengers', module: 'TravellerManagement', permission: 'TravellerManagement:traveller:canRead' },
    {
      label: 'Add a passenger',
      module: 'TravellerManagement',
      permission: 'TravellerManagement:traveller:canCreate',
      dialog: dialogText('TravelerDialog', 'create'),
    },
  ],
}

const bookings: OnboardingModule = {
  type: 'service_requests',
  title: 'Bookings',
  description: 'Every booking, with its promise, its history and its price.',
  icon: 'LiveBookings',
  links: [
    { label: 'Open bookings', module: 'LiveBookings', permission: 'LiveBooking:booking:canRead', when: 'hasZones' },
  ],
}

const solutions: OnboardingModule = {
  type: 'zone_solutions',
  title: 'Zone Solutions',
  description: "The state of a zone's plan, and how it could improve.",
  icon: 'ZoneSolutions',
  links: [
    {
      label: 'Open solutions',
      module: 'ZoneSolutions',
      permission: 'ZoneSolutions:solution:canRead',
      when: 'hasZones',
    },
  ],
}

const groups: readonly OnboardingGroup[] = [
  { name: 'Setup', modules: [regions, zones] },
  { name: 'Resource planning', modules: [drivers, vehicles, schedules] },
  { name: 'Daily operations', modules: [monitoring, passengers, bookings, solutions] },
]

export type Viewer = {
  modules: Settings['modules']
  brand: Settings['app']['brand']
  can: Can
  /** whether the portal has a page at this path */
  hasPage: (path: string) => boolean
}

/** Where a module's page is for this person: the menu's rule, but for being in the menu. Null: nowhere. */
export const pathFor = (module: string, permission: PermissionKey, viewer: Viewer): PortalPath | null => {
  const item = viewer.modules.flatMap(({ items }) => items).find(({ name }) => name === module)
  if (item !== undefined && !isInUse(item, viewer.brand)) return null
  const path = pathOf(item ?? { path: module })
  return viewer.can(permission) && viewer.hasPage(path) ? path : null
}

export type ShownLink = { label: string; to: PortalPath; dialog: string | null }
export type ShownModule = Omit<OnboardingModule, 'links'> & { links: readonly ShownLink[] }
export type ShownGroup = { name: string; modules: readonly ShownModule[] }

/** The three groups with what this person can open; a module without any link is left out. */
export const onboardingFor = (viewer: Viewer, hasZones: boolean): readonly ShownGroup[] =>
  groups.map(({ name, modules }) => ({
    name,
    modules: modules
      .map((module) => ({ ...module, links: module.links.flatMap((link) => shown(link, viewer, hasZones) ?? []) }))
      .filter(({ links }) => links.length > 0),
  }))

const shown = (link: OnboardingLink, viewer: Viewer, hasZones: boolean): ShownLink | null => {
  if (link.when === 'hasZones' && !hasZones) return null
  if (link.when === 'hasNoZones' && hasZones) return null
  const to = pathFor(link.module, link.permission, viewer)
  return to === null ? null : { label: link.label, to, dialog: link.dialog ?? null }
}

export type Step = { title: string; count: number; done: boolean; link: ShownLink | null }

/** Region, zone, vehicles, drivers, schedule: what an empty installation still needs, of what this person may see. */
export const stepsFor = (viewer: Viewer, setup: Dashboard['setup']): readonly Step[] => {
  const hasZones = (setup.zones ?? 0) > 0
  return [regions, zones, vehicles, drivers, schedules].flatMap((module) => {
    const count = module.counts === undefined ? null : setup[module.counts]
    const first = module.links[0]
    if (count === null || first === undefined || pathFor(first.module, first.permission, viewer) === null) return []
    const links = module.links.flatMap((link) => shown(link, viewer, hasZones) ?? [])
    return [{ title: module.title, count, done: count > 0, link: links.at(-1) ?? null }]
  })
}

/** 12; 1,000+ where counting stopped. */
export const countText = (count: number, number: (value: number) => string): string =>
  count >= MAX_SETUP_COUNT ? `${number(count)}+` : number(count)
