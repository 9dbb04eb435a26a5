import type { ServiceException } from '@ambit/contract'
import { useMasks } from '../../auth/masks.ts'
import { useCan } from '../../auth/permissions.ts'
import { useOpenDialog } from '../../dialogs/stack.ts'
import { useNavigate } from '../../url/link.tsx'
import type { PortalPath } from '../../url/paths.ts'
import { useCall } from '../open-returns/call.ts'
import { activateKeys } from '../open-returns/keys.ts'
import { useSearchAgain } from '../search-again.ts'
import { type FixName, fixesOf } from './fixes.ts'
import { exceptionStrings as words } from './strings.ts'
import { type Made, usePlanFixes } from './use-plan-fixes.ts'

export type Fix = { name: FixName } & NonNullable<Made>

/** Parts of the opened exception that a fix leads to. */
export const fixTargets = { PASSENGERS: 'exception-passengers', BELOW: 'exception-below' } as const

/** What can be done about it, the best first. */
export const useFixes = (exception: ServiceException): readonly Fix[] => {
  const plan = usePlanFixes(exception)
  const others = useOtherFixes(exception)
  const make = { ...plan, ...others }
  return fixesOf[exception.kind].flatMap((name) => {
    const made = make[name]()
    return made === null ? [] : [{ name, ...made }]
  })
}

const keptPlace = <S extends object>(before: S) => ({ ...before, d: undefined, attention: undefined })

/** Fixes that call, write or open something. */
const useOtherFixes = (
  exception: ServiceException,
): Readonly<Record<Exclude<FixName, keyof ReturnType<typeof usePlanFixes>>, () => Made>> => {
  const open = useOpenDialog()
  const navigate = useNavigate()
  const can = useCan()
  const { id, facts, trip_id, region_id, bookings, driver_phone, service_plan_id, series, passenger } = exception
  const search = useSearchAgain()
  const call = useCall()
  const { waitlist_entry_id: entry, open_return_id: openReturn } = facts
  const masks = useMasks()
  // A door without its number is no place to book from.
  const activating = !masks.has('place') && activateKeys.every((key) => can(key))
  // A number that is masked cannot be dialled.
  const phone = masks.has('contact') ? null : ((exception.waiting ?? series ?? passenger)?.phone_number ?? null)
  const booking = facts.service_request_id ?? bookings[0]?.service_request_id
  /** A part of the opened exception, which opens where it is not on screen. */
  const look = (part: string) => (): void => {
    const there = document.querySelector<HTMLElement>(`#${part}`)
    if (there === null) void navigate({ to: `/Exceptions/inbox/${id}`, search: keptPlace })
    else there.focus()
  }
  const page = (label: string, to: PortalPath): Made => ({ label, run: () => void navigate({ to, search: keptPlace }) })
  return {
    tell: () =>
      bookings.length === 0 ? null : { label: words.tell(bookings.length), run: look(fixTargets.PASSENGERS) },
    call_driver: () =>
      driver_phone === null
        ? null
        : { label: words.callDriver(driver_phone), href: `tel:${driver_phone.replaceAll(' ', '')}` },
    write_driver: () =>
      trip_id !== null && can('Messaging:driverThread:canRead')
        ? { label: words.writeDriver, run: () => open('DriverThreadDialog', 'view', trip_id) }
        : null,
    allocate: () =>
      service_plan_id !== null && can('ServicePlans:servicePlan:canUpdate')
        ? { label: words.allocate, run: () => open('ServicePlanDialog', 'edit', service_plan_id) }
        : null,
    change_crew: () =>
      trip_id !== null && can('TripManagement:trip:canUpdate')
        ? { label: words.changeCrew, run: () => open('TripDialog', 'edit', trip_id) }
        : null,
    settle: () => (trip_id === null ? null : page(words.settle, `/TripManagement/view/${trip_id}`)),
    // It answers the exception as well, and stands among its answers.
    approve: () => null,
    find_trip: () =>
      entry !== undefined && search.allowed ? { label: words.findTrip, run: () => search.start(entry) } : null,
    activate_return: () =>
      openReturn !== undefined && exception.waiting?.ended === false && activating
        ? { label: words.activateReturn, run: () => call(openReturn) }
        : null,
    call_passenger: () =>
      phone === null ? null : { label: words.callPassenger(phone), href: `tel:${phone.replaceAll(' ', '')}` },
    open_booking: () =>
      booking !== undefined && can('LiveBooking:booking:canRead')
        ? { label: words.openBooking, run: () => open('LiveBookingDialog', 'view', booking) }
        : null,
    open_passenger: () =>
      passenger !== null && can('TravellerManagement:traveller:canRead')
        ? { label: words.openPassenger, run: () => open('TravelerDialog', 'view', passenger.traveler_id) }
        : null,
    open_replies: () => (can('Messaging:message:canRead') ? page(words.openReplies, '/Messages/Replies') : null),
    open_series: () =>
      series !== null && can('TravellerManagement:series:canRead')
        ? { label: words.openSeries, run: () => open('SeriesDialog', 'view', series.id, 'Dates') }
        : null,
    open_below: () => ({ label: words.openBelow, run: look(fixTargets.BELOW) }),
    open_status: () => (can('Settings:settings:canRead') ? page(words.openStatus, '/Settings/environment') : null),
    open_trip: () =>
      trip_id !== null && can('VehicleMonitoring:monitoring:canRead')
        ? page(words.openTrip, `/VehicleMonitoring/region/${region_id ?? 0}/trip/${trip_id}`)
        : null,
  }
}
