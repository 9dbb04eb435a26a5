import {
  api,
  ApiError,
  type BookingGroup,
  type BookingGroupSearch,
  type PaymentMethodName,
  type ServiceAvailabilitySearch,
} from '@ambit/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { bookingListsChanged } from '../../records/bookings.ts'
import type { Format } from '../../settings/create-format.ts'
import { useFormat } from '../../settings/format.ts'
import { ToneAlert } from '../../ui/ToneAlert.tsx'
import { type GroupForm, memberName } from './group-form.ts'
import { GroupConfirm } from './GroupConfirm.tsx'
import { groupStrings as words } from './strings.ts'
import classes from './group.module.css'

type Props = {
  form: GroupForm
  found: BookingGroupSearch
  onBooked: (group: BookingGroup) => void
  onBack: () => void
  /** the seats were taken by others */
  onGone: (error: ApiError) => void
}

/** In which vehicles the group can travel, each member's times and price, and how it pays. */
export const GroupOffer = ({ form, found, onBooked, onBack, onGone }: Props) => {
  const queries = useQueryClient()
  const format = useFormat(found.time_zone)
  const offered = found.searches.filter(({ service_offerings: [one] }) => one !== undefined)
  const methods = commonMethods(offered)
  const confirm = useMutation({
    mutationFn: (payment_method: PaymentMethodName) => {
      const members = offered.map(({ traveler_id, service_offerings: [offering] }) => ({
        traveler_id,
        service_offering_id: offering?.id ?? 0,
        payment_method,
      }))
      const body = { name: form.name.trim(), seating: form.seating, all_or_none: form.all, members }
      return client.call(api.bookingGroups.create, { body }).then(({ data }) => data)
    },
    onSuccess: onBooked,
    onError: (error) => {
      if (error instanceof ApiError && error.errors[0]?.code === 'offer_gone') onGone(error)
    },
    onSettled: () => bookingListsChanged(queries),
  })
  const nameOf = (id: number): string => memberName(form, id)
  return (
    <section className={classes['form']} aria-label={words.offer}>
      {found.vehicles.map(({ trip_id, vehicle_number, traveler_ids }) => (
        <div key={trip_id} className={classes['vehicle']}>
          <h3>{words.inVehicle(vehicle_number, traveler_ids.length)}</h3>
          <ul aria-label={vehicle_number}>
            {offered
              .filter(({ traveler_id }) => traveler_ids.includes(traveler_id))
              .map((search) => (
                <Seat key={search.id} {...{ search, format }} name={nameOf(search.traveler_id)} />
              ))}
          </ul>
        </div>
      ))}
      <LeftOut names={found.searches.filter((one) => !offered.includes(one)).map((one) => nameOf(one.traveler_id))} />
      <p>
        <strong>{words.total}</strong> {format.money(found.total_price)}
      </p>
      <GroupConfirm
        form={form}
        methods={methods}
        labels={{ confirm: words.confirm(offered.length), failed: words.confirmFailed }}
        error={confirm.error}
        pending={confirm.isPending}
        disabled={offered.length < 2}
        onBack={onBack}
        onConfirm={confirm.mutate}
      />
    </section>
  )
}

/** What every offering can be paid by. */
const commonMethods = (offered: readonly ServiceAvailabilitySearch[]): PaymentMethodName[] => {
  const [first, ...others] = offered.flatMap(({ service_offerings: [one] }) => (one === undefined ? [] : [one]))
  return (first?.payment_methods ?? []).filter((method) =>
    others.every(({ payment_methods }) => payment_methods.includes(method)),
  )
}

type SeatProps = { search: ServiceAvailabilitySearch; name: string; format: Format }

const Seat = ({ search, name, format }: SeatProps) => {
  const [offering] = search.service_offerings
  if (offering === undefined) return null
  const { pickup, dropoff, meta } = offering
  const times = ({ lower_bound, upper_bound }: typeof pickup) =>
    [format.time(lower_bound), format.time(upper_bound)] as const
  return (
    <li>
      <strong>{name}</strong>
      <span>
        {words.member.pickUp(...times(pickup), pickup.name)}, {words.member.dropOff(...times(dropoff), dropoff.name)}
      </span>
      <span>{format.money(meta.total_price)}</span>
    </li>
  )
}

const LeftOut = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? null : (
    <ToneAlert tone="warning" title={words.leftOut}>
      {names.join(', ')}
    </ToneAlert>
  )
