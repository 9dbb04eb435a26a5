import { permissionKeys } from '@ambit/contract'
import { expect, test, vi } from 'vitest'
import type { DialogName } from './dialogs/names.ts'
import { pagePaths } from './url/paths.ts'

/** As much of a browser as the routes ask for when they are made. */
const address = { protocol: 'https:', pathname: '/', search: '', hash: '' }
const idle = () => {}
const history = { state: null, pushState: idle, replaceState: idle }
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('location', address)
const browser = { location: address, history, addEventListener: idle, removeEventListener: idle }
vi.stubGlobal('window', browser)
vi.stubGlobal('self', browser)

// covers: SHELL-09, SHELL-10
test('every page after sign-in requires a staff permission key, and pages before it are only for signing in', async () => {
  const { router } = await import('./routes.tsx')
  const routes = Object.values(router.routesById)
  const behind = routes.filter(({ id }) => id.startsWith('/shell/'))
  // Home opens the first page that the user may see, everybody looks after their own account, and `$` shows that a page
  // does not exist.
  const keys: readonly (string | null | undefined)[] = permissionKeys
  const unasked = behind.filter(({ options }) => !keys.includes(options.staticData?.page?.permission))
  expect(unasked.map(({ id }) => id)).toEqual(['/shell/', '/shell/Profile/Security', '/shell/$'])
  const before = routes.filter(({ id }) => id !== '__root__' && !id.startsWith('/shell'))
  expect(before.map(({ id }) => id)).toEqual([
    '/Login',
    '/Setup',
    '/Admin/ForgotPassword',
    '/Traveller/ForgotPassword',
    '/Admin/NotMe/{-$token}',
    '/Admin/ResetPassword/{-$token}',
    '/Traveller/ResetPassword/{-$token}',
  ])
})

test('every path that links may use has a page, and every page has such a path', async () => {
  const { router } = await import('./routes.tsx')
  const routed = Object.values(router.routesById)
    .map(({ fullPath }: { fullPath: string }) => fullPath)
    .filter((path) => path !== '/$')
  expect([...new Set(routed)].toSorted()).toEqual(pagePaths.toSorted())
})

test('every dialog that may be opened is defined by one module', async () => {
  const { modules } = await import('./modules.ts')
  // The compiler holds this list to the names.
  const names: Record<DialogName, true> = {
    AuditEventDialog: true,
    BroadcastDialog: true,
    CallTaskDialog: true,
    CatchUpDialog: true,
    ChecklistDialog: true,
    ConcessionDialog: true,
    ConsumerAppDialog: true,
    DiscountDialog: true,
    DriverDialog: true,
    DriverResetPasswordDialog: true,
    DriverThreadDialog: true,
    EffectDialog: true,
    EraseTravelerDialog: true,
    MergeTravelersDialog: true,
    RestrictTravelerDialog: true,
    GroupBookingDialog: true,
    HoldDialog: true,
    IncidentDialog: true,
    SeriesChangeDialog: true,
    SeriesImportDialog: true,
    SeriesDialog: true,
    LiveBookingDialog: true,
    LostItemDialog: true,
    OpenReturnDialog: true,
    LostVehicleDialog: true,
    MessageDialog: true,
    MessageTemplateDialog: true,
    NoticeDialog: true,
    OrganisationDialog: true,
    PlaceDialog: true,
    PlaceImportDialog: true,
    PlaceSuggestionsDialog: true,
    PrivacyRequestDialog: true,
    RaiseExceptionDialog: true,
    RegionDialog: true,
    ResetPasswordDialog: true,
    RetentionDialog: true,
    ServicePlanDialog: true,
    SmsReplyDialog: true,
    SsoProviderDialog: true,
    SurveyDialog: true,
    TravelerDialog: true,
    TravelerFeaturesDialog: true,
    TripBookingWizardDialog: true,
    TripDialog: true,
    TripItineraryDialog: true,
    TripStatusDialog: true,
    UnallocatedWarningDialog: true,
    UndoDialog: true,
    UserDialog: true,
    UserGroupDialog: true,
    UserPasswordDialog: true,
    UserPermissionsDialog: true,
    UserRoleDialog: true,
    VehicleCheckDialog: true,
    VehicleDialog: true,
    VehicleImportDialog: true,
    VehicleNoteDialog: true,
    ZoneDialog: true,
    ZoneSolutionDialog: true,
    ZoneStopDialog: true,
  }
  const defined = modules.flatMap(({ dialogs = [] }) => dialogs.map(({ name }) => name))
  expect(defined.toSorted()).toEqual(Object.keys(names).toSorted())
})
