import type { z } from 'zod'
import type { BrandColor, ModuleGroup, Settings } from '@ambit/contract'

type Item = z.output<typeof ModuleGroup>['items'][number]

/** What an installation starts from; the settings table holds what it changed. */
export const brandDefaults: Record<
  'a' | 'b',
  { appName: string; brandName: string; brandColor: z.output<typeof BrandColor> }
> = {
  a: { appName: 'Ambit', brandName: 'Sunline', brandColor: { h: 236, s: 100, l: 63 } },
  b: { appName: 'Ambit', brandName: 'Harbour', brandColor: { h: 168, s: 76, l: 36 } },
}

export const appDefaults: Omit<Settings['app'], 'appName' | 'brandName' | 'brand' | 'brandColor'> = {
  scope: 'operations',
  locale: 'en-AU',
  currency: 'AUD',
  phonePrefix: '+61',
  distances: 'km',
  clockHours: '12',
  firstDay: 'monday',
  paper: 'A4',
  mapCenter: { lat: -27.46844, lng: 153.02334 },
  mapZoom: 12,
  outsideMapUrl: null,
  trackingPortalUrl: null,
  logoLight: null,
  logoDark: null,
}

const item = (
  name: string,
  menuName: string,
  icon: string,
  permission: string,
  options: Partial<Pick<Item, 'enabled' | 'globalSearchEnabled'>> = {},
): Item => ({
  name,
  menuName,
  shippedName: menuName,
  path: `/${name}`,
  icon,
  enabled: true,
  mainMenu: true,
  globalSearchEnabled: false,
  brand: null,
  permission,
  ...options,
})

/** Records that the global search looks through. */
const found = { globalSearchEnabled: true }

/** The side menu, in the specification's groups and order. */
export const moduleDefaults: z.output<typeof ModuleGroup>[] = [
  {
    groupName: 'Resources & Passengers',
    items: [
      item('DriverManagement', 'Drivers', 'steering-wheel', 'DriverManagement:driver:canRead', found),
      item('VehicleManagement', 'Vehicles', 'bus', 'VehicleManagement:vehicle:canRead', found),
      item('TravellerManagement', 'Passengers', 'users', 'TravellerManagement:traveller:canRead', found),
    ],
  },
  {
    groupName: 'Configuration',
    items: [
      item('RegionManagement', 'Regions', 'map', 'RegionManagement:region:canRead', found),
      item('ZoneManagement', 'Zones', 'polygon', 'ZoneManagement:zone:canRead', found),
      item('ConcessionManagement', 'Concessions', 'discount-check', 'TravellerManagement:traveller:canRead'),
    ],
  },
  {
    groupName: 'Daily Operations',
    items: [
      item('ServicePlans', 'In-Service Schedules', 'calendar-time', 'ServicePlans:servicePlan:canRead'),
      item('VehicleMonitoring', 'Service Monitoring', 'radar', 'VehicleMonitoring:monitoring:canRead'),
      item('Exceptions', 'Exceptions', 'alert-triangle', 'ExceptionManagement:exception:canRead'),
      item('DispatchBoard', 'Dispatch Board', 'layout-board', 'DispatchManagement:board:canRead'),
      item('TripManagement', 'Vehicle Trips', 'route', 'TripManagement:trip:canRead', found),
      item('LiveBookings', 'Bookings', 'ticket', 'LiveBooking:booking:canRead', found),
      item('ReportManagement', 'Reports', 'report-analytics', 'ReportManagement:feedback:canRead'),
      item('ZoneSolutions', 'Zone Solutions', 'puzzle', 'ZoneSolutions:solution:canRead'),
      item('RecurringJourneys', 'Recurring Journeys', 'repeat', 'TravellerManagement:series:canRead'),
      item('Suspensions', 'Suspensions', 'calendar-off', 'TravellerManagement:suspension:canRead'),
      item('Places', 'Places', 'building-hospital', 'TravellerManagement:place:canRead'),
      item('Organisations', 'Organisations', 'building-community', 'TravellerManagement:organisation:canRead'),
      item('BookingSheet', 'Booking Sheet', 'list-details', 'TravellerManagement:organisation:canRead'),
      item('WaitingList', 'Waiting List', 'hourglass', 'TravellerManagement:waitlist:canRead'),
      item('LostProperty', 'Lost Property', 'umbrella', 'LiveBooking:lostItem:canRead'),
      item('CallList', 'Call List', 'phone-call', 'Messaging:callTask:canRead'),
      item('DriverMessages', 'Driver Messages', 'message', 'Messaging:driverThread:canRead'),
    ],
  },
  {
    groupName: 'System',
    items: [
      item('UserManagement', 'Users', 'user-cog', 'UserManagement:user:canRead'),
      item('UserGroupManagement', 'User Groups', 'users-group', 'UserGroupManagement:userGroups:canRead'),
      item('DiscountManagement', 'Discounts', 'discount', 'DiscountManagement:discounts:canRead'),
      { ...item('AuditManagement', 'Audit', 'history', 'AuditManagement:audit:canRead'), path: '/Audit' },
      {
        ...item('PrivacyManagement', 'Privacy', 'shield-lock', 'PrivacyManagement:retention:canRead'),
        path: '/Privacy',
      },
      { ...item('Messaging', 'Messages', 'message', 'Messaging:message:canRead'), path: '/Messages' },
      item('ContinuityPacks', 'Packs', 'printer', 'Settings:continuity:canRead'),
      item('ServiceStatus', 'Service Status', 'activity', 'Settings:status:canUpdate'),
      { ...item('Installation', 'Settings', 'settings', 'Settings:settings:canRead'), path: '/Settings' },
    ],
  },
]
