import { api, LostItem, lostItemStates } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { dialogText, onTop } from '../dialogs/dialog-ref.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { SelectField, TextAreaField } from '../form/fields.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { lostItemRecords, lostItemStatuses } from '../records/lost-items.ts'
import { RecordStatus, statusOptions } from '../records/status.tsx'
import { useFormat } from '../settings/format.ts'
import { FactList } from '../ui/FactList.tsx'
import { Link } from '../url/link.tsx'
import { UPDATE } from './keys.ts'
import { lostItemStrings as words } from './strings.ts'

/** One lost item: whose, on which trip, and what became of it. */
const LostItemDialog = () => {
  const { id } = useDialog()
  const can = useCan()
  return (
    <Loaded query={useQuery(lostItemRecords.one(Number(id)))} title={words.one}>
      {(item) => (
        <DialogFrame
          title={item.what}
          id={`${words.one} ${item.id}`}
          status={<RecordStatus of={lostItemStatuses} status={item.state} />}
        >
          <Facts item={item} />
          {can(UPDATE) && <Outcome key={item.version} item={item} />}
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default LostItemDialog

const Facts = ({ item }: { item: LostItem }) => {
  const format = useFormat(item.time_zone)
  const can = useCan()
  const { columns } = words
  const over = (allowed: boolean, dialog: string, text: string): ReactNode =>
    allowed ? (
      <Link to="." search={onTop(dialog)} className="text-link">
        {text}
      </Link>
    ) : (
      text
    )
  const booking = dialogText('LiveBookingDialog', 'view', item.service_request_id)
  const trip = item.trip_id === null ? null : dialogText('TripDialog', 'view', item.trip_id)
  const vehicle = item.vehicle_id === null ? null : dialogText('VehicleDialog', 'view', item.vehicle_id)
  const facts: [string, ReactNode][] = [
    [columns.traveler_name, item.traveler_name],
    [columns.reach, item.reach],
    [columns.left_where, item.left_where],
    [columns.service_request_id, over(can('LiveBooking:booking:canRead'), booking, String(item.service_request_id))],
    [columns.boarded_at, item.boarded_at === null ? null : format.dateTime(item.boarded_at)],
    [columns.zone_name, item.zone_name],
    [columns.trip_name, trip === null ? null : over(can('TripManagement:trip:canRead'), trip, item.trip_name ?? '')],
    [
      columns.vehicle_number,
      vehicle === null ? null : over(can('VehicleManagement:vehicle:canRead'), vehicle, item.vehicle_number ?? ''),
    ],
    [columns.driver_name, item.driver_name],
    [columns.created_at, format.dateTime(item.created_at)],
  ]
  return <FactList label={words.facts} facts={facts} />
}

const OutcomeForm = z.object({ state: z.enum(lostItemStates), note: z.string().max(500) })
const states = statusOptions(lostItemStatuses, lostItemStates)

const Outcome = ({ item }: { item: LostItem }) => {
  const { close } = useDialog()
  const entity = useEntityForm({
    intent: { mode: 'edit', record: item },
    schema: OutcomeForm,
    record: LostItem,
    toValues: (record): z.infer<typeof OutcomeForm> => ({
      state: record?.state ?? 'reported',
      note: record?.note ?? '',
    }),
    save: (body, version) =>
      client.call(api.lostItems.update, { params: { id: item.id }, body, version }).then(({ data }) => data),
    onSaved: (saved) => {
      if (saved) lostItemRecords.saved(saved)
      notify({ type: 'success', title: words.one, message: words.saved })
      close()
    },
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.columns}>
      <SelectField name="state" label={words.columns.state} options={states} />
      <TextAreaField name="note" label={words.columns.note} span={24} maxLength={500} counted />
      <p>{words.told}</p>
    </EntityForm>
  )
}
