import { refuseCancel } from '@ambit/domain'
import { planBefore } from '../../planning/change/change-plan.ts'
import { withoutBookings } from '../../planning/plan/without-bookings.ts'
import { replan } from '../../planning/reassign/replan.ts'
import { cancelInPlan } from '../../service-requests/cancel.ts'
import { faresOfCancelled } from './fares.ts'
import { bookingsInWords, placeOfBookings } from './find.ts'
import { keepInstead, refuseKeeping, requireKeeping } from './keep-open.ts'
import type { Asked, Kind, Run } from './kind.ts'

type Cancel = Asked<'cancel'>

/** Bookings without a vehicle that could have one once the seats are free. */
const noteServed = async (run: Run<Cancel>): Promise<void> => {
  const context = await planBefore(run.change)
  const waiting = context.plan.bookings.filter(
    ({ trip_id, id }) => trip_id === null && !run.bookings.some((one) => one.id === id),
  )
  if (waiting.length === 0) return
  const plan = withoutBookings(context.plan, new Set(run.bookings.map(({ id }) => id)))
  const [now, then] = [context.plan, plan].map((one) => replan({ ...context, plan: one }, waiting, () => true).placed)
  for (const { id } of waiting) if (then?.has(id) === true && now?.has(id) !== true) run.couldServe.add(id)
}

export const cancel: Kind<Cancel> = {
  reads: 'LiveBooking:booking:canRead',
  changes: 'LiveBooking:booking:canUpdate',
  cause: 'cancellation',
  forced: true,
  bookings: ({ service_request_ids }) => service_request_ids,
  place: async (deps, { service_request_ids, until_called = false }, actor) => {
    if (until_called) await requireKeeping(deps, actor)
    return placeOfBookings(deps, service_request_ids, actor)
  },
  refuse: async (booking, { change, action }) =>
    refuseCancel(booking.status) ?? (action.until_called === true ? await refuseKeeping(change, booking) : null),
  ways: [
    {
      key: 'asked',
      title: ({ bookings, action }) => {
        const words = bookingsInWords(bookings.map(({ id }) => id)).replace('Booking', 'booking')
        return action.until_called === true
          ? `Cancel ${words}, and keep the way back until it is called for`
          : `Cancel ${words}`
      },
      carryOut: async (run) => {
        await noteServed(run)
        run.fares.push(...(await faresOfCancelled(run.change, run.bookings)))
        const open = run.action.until_called === true
        if (open) await keepInstead(run.change, run.bookings, run.by.user_id)
        await cancelInPlan(
          run.change,
          run.bookings.map(({ id }) => id),
          run.action.cancellation_reason ?? run.reason,
          run.by,
          !open,
        )
      },
    },
  ],
}
