/** `booking` is the mode of the trip booking wizard, whose id is the draft's. */
export const dialogModes = ['create', 'edit', 'view', 'bulkedit', 'booking'] as const
export type DialogMode = (typeof dialogModes)[number]

/** Several ids in one dialog, joined with `.`. */
export type IdList = string & { readonly idList: true }

/** What may be opened: for each mode the id that it takes, null for none, and the tabs that the address may name. */
type Opens<Ids extends Partial<Record<DialogMode, number | string | null>>, Tab extends string = never> = {
  ids: Ids
  tab: Tab
}

/** Every dialog by its name in the address. A new one has its line here and its definition in its module. */
export type Dialogs = {
  AuditEventDialog: Opens<{ view: number }>
  BroadcastDialog: Opens<{ view: number; create: null }>
  CallTaskDialog: Opens<{ view: number }>
  CatchUpDialog: Opens<{ edit: number }>
  ChecklistDialog: Opens<{ view: number; edit: number; create: null }>
  ConcessionDialog: Opens<{ view: number; edit: number; create: null }>
  ConsumerAppDialog: Opens<{ view: number; edit: number; create: null }>
  DiscountDialog: Opens<{ edit: number; create: null }, 'Details' | 'History'>
  DriverDialog: Opens<
    { view: number; edit: number; create: null; bulkedit: IdList },
    'DriverDetails' | 'ResetPassword' | 'History'
  >
  DriverResetPasswordDialog: Opens<{ edit: number }>
  /** by the trip */
  DriverThreadDialog: Opens<{ view: number }>
  /** by the action itself, as `records/action-id.ts` writes it */
  EffectDialog: Opens<{ edit: string }>
  EraseTravelerDialog: Opens<{ edit: number }>
  GroupBookingDialog: Opens<{ create: null }>
  /** a new one names its kind, and the record if it is known: `travelers.17` */
  HoldDialog: Opens<{ edit: number; create: string }>
  IncidentDialog: Opens<{ edit: number; create: null }, 'Details' | 'History'>
  /** series and date, `12.2026-11-30` */
  SeriesImportDialog: Opens<{ create: null }>
  SeriesChangeDialog: Opens<{ edit: `${number}.${string}` }, 'Following' | 'All'>
  SeriesDialog: Opens<{ view: number }, 'Details' | 'Dates' | 'History'>
  LiveBookingDialog: Opens<{ view: number }, 'Details' | 'History'>
  LostItemDialog: Opens<{ view: number }>
  LostVehicleDialog: Opens<{ edit: number }>
  /** who stays, and the other record once it is chosen: `12` or `12.17` */
  MergeTravelersDialog: Opens<{ edit: string }>
  MessageDialog: Opens<{ view: number }>
  /** `3.reminder.email.de`: region, event, channel and language */
  MessageTemplateDialog: Opens<{ view: string; edit: string }, 'Details' | 'History'>
  /** a new one names what it is about: `trip.12`, `road.7`, or `new` */
  NoticeDialog: Opens<{ view: number; create: string }>
  /** its passenger calls */
  OpenReturnDialog: Opens<{ edit: number }>
  OrganisationDialog: Opens<{ view: number; edit: number; create: null }, 'Details' | 'Passengers' | 'History'>
  PlaceDialog: Opens<{ view: number; edit: number; create: null }, 'Details' | 'History'>
  PlaceImportDialog: Opens<{ create: null }>
  PlaceSuggestionsDialog: Opens<{ create: null }>
  PrivacyRequestDialog: Opens<{ view: number; create: null }>
  RaiseExceptionDialog: Opens<{ create: null }>
  RegionDialog: Opens<
    { view: number; edit: number; create: null },
    'RegionDetails' | 'TravelTimes' | 'Messages' | 'Misses' | 'Series' | 'MobilityAids' | 'Usage' | 'History'
  >
  ResetPasswordDialog: Opens<{ edit: number }>
  SmsReplyDialog: Opens<{ view: number }>
  RestrictTravelerDialog: Opens<{ edit: number }>
  /** by the kind of data */
  RetentionDialog: Opens<{ view: string }>
  /** text is the id of a schedule that is not saved; a new one names its zone and shift, `3.morning` */
  ServicePlanDialog: Opens<
    { view: number; edit: number | string; create: `${number}.${string}` },
    'Details' | 'Bookings' | 'History'
  >
  SsoProviderDialog: Opens<{ edit: number; create: null }>
  SurveyDialog: Opens<{ create: number }>
  TravelerDialog: Opens<
    { view: number; edit: number; create: null },
    | 'Profile'
    | 'PaymentDetails'
    | 'Concessions'
    | 'Comments'
    | 'Messages'
    | 'Helpers'
    | 'Bookings'
    | 'History'
    | 'Misses'
    | 'Access'
  >
  TravelerFeaturesDialog: Opens<{ edit: number }>
  /** a new booking has the id of its draft, a UUID; a change, and what is booked again, that of the booking; what waits, that of its entry */
  TripBookingWizardDialog: Opens<{ booking: string; edit: number; create: number; view: number }>
  TripDialog: Opens<
    { view: number; edit: number; bulkedit: IdList },
    'TripDetails' | 'TripStops' | 'TripLateTimes' | 'History'
  >
  TripItineraryDialog: Opens<{ view: number }>
  TripStatusDialog: Opens<{ edit: number }>
  UnallocatedWarningDialog: Opens<{ view: null }>
  /** by the action that is undone */
  UndoDialog: Opens<{ edit: number }>
  UserDialog: Opens<{ view: number; edit: number; create: null }, 'Details' | 'Sessions' | 'History'>
  UserGroupDialog: Opens<{ view: number; edit: number; create: null }, 'Details' | 'History'>
  UserPasswordDialog: Opens<{ edit: number }>
  UserPermissionsDialog: Opens<{ edit: number }>
  UserRoleDialog: Opens<{ view: number; edit: number; create: null }, 'Details' | 'History'>
  VehicleCheckDialog: Opens<{ view: number }>
  VehicleDialog: Opens<
    { view: number; edit: number; create: null; bulkedit: IdList },
    'VehicleDetails' | 'VehicleNotes' | 'EarlierVersions' | 'History' | `Stage_${string}`
  >
  VehicleImportDialog: Opens<{ create: null }>
  VehicleNoteDialog: Opens<{ create: number }>
  ZoneDialog: Opens<{ view: number; edit: number; create: null }, 'Details' | 'History'>
  ZoneSolutionDialog: Opens<{ view: number }>
  /** stops of the designer's draft; what is edited at once is its selection */
  ZoneStopDialog: Opens<{ view: number | string; edit: number | string; create: null; bulkedit: null }>
}

export type DialogName = keyof Dialogs
export type ModeOf<N extends DialogName> = keyof Dialogs[N]['ids'] & DialogMode
export type TabOf<N extends DialogName> = Dialogs[N]['tab']

/** What follows a dialog's name and mode: its id, where it has one, and a tab. */
export type IdAndTab<N extends DialogName, M extends ModeOf<N>> = Dialogs[N]['ids'][M] extends null
  ? []
  : [id: Dialogs[N]['ids'][M], ...([TabOf<N>] extends [never] ? [] : [tab?: TabOf<N>])]
