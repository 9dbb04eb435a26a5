import { readFileSync } from 'node:fs'
import { api, type Client, type DispatchAction } from '@ambit/contract'
import { violationsOn } from './axe.ts'
import { book, openDesk } from './bookings/book.ts'
import { expect, leftToLongRun, test } from './fixtures.ts'
import { callToMake } from './messages/a-call.ts'
import type { Server } from './server.ts'

leftToLongRun()

type Opened = { page: string; dialogs: readonly string[] }

/** Opened by their own stories: they need a draft, a warning, a cancelled booking, a lost item, a driver's check or an outage, or are off in a demo, as SMS are. */
const elsewhere = [
  'CatchUpDialog',
  'LostItemDialog',
  'SmsReplyDialog',
  'SurveyDialog',
  'TravelerFeaturesDialog',
  'TripBookingWizardDialog',
  'UnallocatedWarningDialog',
  'UserPermissionsDialog',
  'VehicleCheckDialog',
  'ZoneStopDialog',
]

const newest = { query: { page: 1, per_page: 2 } } as const
const idsOf = async (list: Promise<{ data: { id: number }[] }>): Promise<number[]> =>
  (await list).data.map(({ id }) => id)

const withTabs = (ref: string, ...tabs: string[]): string[] => [ref, ...tabs.map((tab) => `${ref}-${tab}`)]
const modes = (name: string, id: number | undefined, ...tabs: string[]): string[] => [
  `${name}-create`,
  ...(id === undefined ? [] : [...withTabs(`${name}-edit-${id}`, ...tabs), `${name}-view-${id}`]),
]

/** Carries the action out as its first option shows it; answers with what the undo dialog is opened by. */
const carryOut = async (office: Client, action: DispatchAction): Promise<number> => {
  const { data: preview } = await office.call(api.effectPreviews.create, { body: action })
  const [best] = preview.options
  if (best === undefined) throw new Error('The action has no option')
  const body = { action, option: best.key, token: best.token }
  const { data: done } = await office.call(api.effectPreviews.accept, { body })
  return done.action?.id ?? 0
}

const everything = async (demo: Server, office: Client): Promise<Opened[]> => {
  const [drivers, vehicles, travelers, users, groups, roles] = [
    await idsOf(office.call(api.drivers.list, newest)),
    await idsOf(office.call(api.vehicles.list, newest)),
    await idsOf(office.call(api.travelers.list, newest)),
    await idsOf(office.call(api.users.list, newest)),
    await idsOf(office.call(api.userGroups.list, newest)),
    await idsOf(office.call(api.userRoles.list, newest)),
  ]
  const [regions, zones, apps, trips, plans, sets, discounts, solutions] = [
    await idsOf(office.call(api.regions.list, newest)),
    await idsOf(office.call(api.zones.list, newest)),
    await idsOf(office.call(api.consumerApps.list, newest)),
    await idsOf(office.call(api.trips.list, newest)),
    await idsOf(office.call(api.servicePlans.list, newest)),
    await idsOf(office.call(api.travelerSets.list, newest)),
    await idsOf(office.call(api.discounts.list, newest)),
    await idsOf(office.call(api.zoneSolutions.list, newest)),
  ]
  const booking = await book(await openDesk(demo, office, 'Every dialog'))
  const { traveler_id, passengers, origin, destination } = booking
  const { data: series } = await office.call(api.bookingSeries.create, {
    body: {
      traveler_id,
      pattern: { repeat: 'daily' },
      starts_on: new Date(Date.now() + 24 * 3600_000).toISOString().slice(0, 10),
      legs: [{ time: '09:00', departing: true, passengers, origin, destination }],
      payment_method: 'cash',
    },
  })
  const { data: home } = await office.call(api.organisations.create, {
    body: { region_id: booking.region_id, name: `Home ${booking.id}` },
  })
  const { data: place } = await office.call(api.places.create, {
    body: {
      region_id: regions[0] ?? 0,
      name: 'Harbour Dialysis Centre',
      address: '12 Quay Street',
      point: origin.point,
    },
  })
  const thereBy = Date.parse(booking.dropoff.upper_bound)
  const { data: openReturn } = await office.call(api.openReturns.create, {
    body: { service_request_id: booking.id, not_before: new Date(thereBy + 30 * 60_000).toISOString() },
  })
  const [checklist] = await idsOf(office.call(api.vehicleChecklists.list, newest))
  const [event] = await idsOf(office.call(api.auditEvents.list, newest))
  const [message] = await idsOf(office.call(api.messages.list, newest))
  const body = { title: 'Slow searches', parts: ['booking' as const], text: 'We are looking into it' }
  const { data: incident } = await office.call(api.statusIncidents.create, { body })
  const ends_at = new Date(Date.now() + 30 * 24 * 3600_000).toISOString()
  const { data: hold } = await office.call(api.holds.create, {
    body: { kind: 'vehicles', record_id: vehicles[0] ?? 0, reason: 'An accident is looked into', ends_at },
  })
  const { data: request } = await office.call(api.privacyRequests.create, {
    body: {
      traveler_id: travelers[0] ?? 0,
      kind: 'copy',
      came_by: 'letter',
      received_on: new Date().toISOString().slice(0, 10),
    },
  })
  const pin: DispatchAction = {
    kind: 'pin',
    service_request_ids: [booking.id],
    until: null,
    because: 'Her helper knows the driver',
  }
  return [
    {
      page: '/DispatchBoard',
      dialogs: [
        // As the board writes an action into the address.
        `EffectDialog-edit-${Buffer.from(JSON.stringify(pin)).toString('base64url')}`,
        `UndoDialog-edit-${await carryOut(office, pin)}`,
      ],
    },
    { page: '/DriverMessages/Broadcasts', dialogs: ['BroadcastDialog-create'] },
    { page: '/Audit', dialogs: [`AuditEventDialog-view-${event}`] },
    {
      page: '/RecurringJourneys',
      dialogs: [
        ...withTabs(`SeriesDialog-view-${series.id}`, 'Dates', 'History'),
        `SeriesChangeDialog-edit-${series.id}.${series.starts_on}`,
      ],
    },
    {
      page: '/Organisations',
      dialogs: [
        'OrganisationDialog-create',
        ...withTabs(`OrganisationDialog-edit-${home.id}`, 'Details', 'Passengers', 'History'),
      ],
    },
    {
      page: '/Places',
      dialogs: [
        'PlaceDialog-create',
        ...withTabs(`PlaceDialog-edit-${place.id}`, 'Details', 'History'),
        'PlaceImportDialog-create',
        'SeriesImportDialog-create',
        'PlaceSuggestionsDialog-create',
      ],
    },
    { page: '/LiveBookings/data', dialogs: [`OpenReturnDialog-edit-${openReturn.id}`] },
    { page: '/Exceptions/inbox', dialogs: ['RaiseExceptionDialog-create'] },
    { page: '/CallList', dialogs: [`CallTaskDialog-view-${await callToMake(office, booking)}`] },
    { page: '/DriverMessages', dialogs: [`DriverThreadDialog-view-${trips[0]}`] },
    { page: '/Messages', dialogs: [`MessageDialog-view-${message}`] },
    { page: '/Messages/Notices', dialogs: ['NoticeDialog-create-new'] },
    {
      page: '/Messages/Templates',
      dialogs: ['view', 'edit'].map((mode) => `MessageTemplateDialog-${mode}-${regions[0]}.reminder.email.en`),
    },
    { page: '/VehicleManagement/Checklists', dialogs: modes('ChecklistDialog', checklist) },
    { page: '/ConcessionManagement', dialogs: modes('ConcessionDialog', sets[0]) },
    { page: '/ZoneManagement/apps', dialogs: modes('ConsumerAppDialog', apps[0]) },
    {
      page: '/DiscountManagement',
      dialogs: ['DiscountDialog-create', ...withTabs(`DiscountDialog-edit-${discounts[0]}`, 'History')],
    },
    {
      page: '/DriverManagement',
      dialogs: [
        ...modes('DriverDialog', drivers[0], 'ResetPassword', 'History'),
        `DriverDialog-bulkedit-${drivers.join('.')}`,
        `DriverResetPasswordDialog-edit-${drivers[0]}`,
      ],
    },
    {
      page: '/VehicleManagement',
      dialogs: [
        ...modes('VehicleDialog', vehicles[0], 'VehicleNotes', 'EarlierVersions', 'History'),
        `VehicleDialog-bulkedit-${vehicles.join('.')}`,
        `VehicleNoteDialog-create-${vehicles[0]}`,
        'VehicleImportDialog-create',
      ],
    },
    {
      page: '/TravellerManagement',
      dialogs: [
        ...modes(
          'TravelerDialog',
          travelers[0],
          'PaymentDetails',
          'Concessions',
          'Comments',
          'Messages',
          'Bookings',
          'Misses',
          'History',
          'Access',
        ),
        'GroupBookingDialog-create',
        `EraseTravelerDialog-edit-${travelers[0]}`,
        `RestrictTravelerDialog-edit-${travelers[0]}`,
        `MergeTravelersDialog-edit-${travelers[0]}`,
        `MergeTravelersDialog-edit-${travelers[0]}.${travelers[1]}`,
        `ResetPasswordDialog-edit-${travelers[0]}`,
      ],
    },
    {
      page: '/RegionManagement',
      dialogs: modes('RegionDialog', regions[0], 'TravelTimes', 'Messages', 'Misses', 'Series', 'Usage', 'History'),
    },
    { page: '/ZoneManagement/zones', dialogs: modes('ZoneDialog', zones[0], 'History') },
    { page: '/ZoneSolutions', dialogs: solutions.map((id) => `ZoneSolutionDialog-view-${id}`) },
    {
      page: '/TripManagement',
      dialogs: [
        ...withTabs(`TripDialog-edit-${trips[0]}`, 'TripStops', 'TripLateTimes', 'History'),
        `TripDialog-view-${trips[0]}`,
        `TripDialog-bulkedit-${trips.join('.')}`,
        `TripStatusDialog-edit-${trips[0]}`,
        `TripItineraryDialog-view-${trips[0]}`,
        `LostVehicleDialog-edit-${trips[0]}`,
      ],
    },
    { page: '/LiveBookings', dialogs: withTabs(`LiveBookingDialog-view-${booking.id}`, 'History') },
    {
      page: '/ServicePlans',
      dialogs: [
        ...withTabs(`ServicePlanDialog-edit-${plans[0]}`, 'Bookings', 'History'),
        `ServicePlanDialog-view-${plans[0]}`,
        `ServicePlanDialog-create-${zones[0]}.morning`,
      ],
    },
    {
      page: '/UserManagement',
      dialogs: [...modes('UserDialog', users[0], 'History'), `UserPasswordDialog-edit-${users[0]}`],
    },
    {
      page: '/UserGroupManagement',
      dialogs: [...modes('UserGroupDialog', groups[0], 'History'), ...modes('UserRoleDialog', roles[0], 'History')],
    },
    { page: '/Privacy', dialogs: ['RetentionDialog-view-positions', 'RetentionDialog-view-bookings'] },
    {
      page: '/Privacy/holds',
      dialogs: ['HoldDialog-create-days', `HoldDialog-create-travelers.${travelers[0]}`, `HoldDialog-edit-${hold.id}`],
    },
    {
      page: '/Privacy/requests',
      dialogs: ['PrivacyRequestDialog-create', `PrivacyRequestDialog-view-${request.id}`],
    },
    {
      page: '/ServiceStatus',
      dialogs: ['IncidentDialog-create', ...withTabs(`IncidentDialog-edit-${incident.id}`, 'History')],
    },
    { page: '/Settings', dialogs: ['SsoProviderDialog-create'] },
  ]
}

test('every dialog passes axe in both themes, in each mode and on each tab', async ({
  page,
  demo,
  apiAs,
  signIn,
  goWithin,
}) => {
  test.setTimeout(20 * 60_000)
  const opened = await everything(demo, await apiAs('superadmin'))
  const names = readFileSync(new URL('../apps/portal/src/dialogs/names.ts', import.meta.url), 'utf8')
  const known = [...names.matchAll(/^ {2}(\w+Dialog): Opens</gm)].map(([, name]) => name)
  const seen = new Set([...elsewhere, ...opened.flatMap(({ dialogs }) => dialogs.map((ref) => ref.split('-')[0]))])
  expect(known.filter((name) => !seen.has(name))).toEqual([])

  await signIn(page, 'superadmin')
  const found: string[] = []
  for (const { page: path, dialogs } of opened)
    for (const ref of dialogs) {
      await goWithin(page, path)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await goWithin(page, `${path}?d=${ref}`)
      const dialog = page.getByRole('dialog').last()
      const shown = await dialog.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      )
      if (!shown) {
        found.push(`${ref}: does not open`)
        continue
      }
      await expect(dialog.locator('[aria-busy=true]:visible')).toHaveCount(0)
      found.push(...(await violationsOn(page, 'both')).map((line) => `${ref}: ${line}`))
    }
  expect(found).toEqual([])
})
