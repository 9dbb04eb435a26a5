import { api, Trip } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../dialogs/Loaded.tsx'
import { byIds } from '../records/define-records.ts'
import { tripRecords } from '../records/trips.ts'
import { client } from '../api/client.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { CrewFields } from './CrewFields.tsx'
import { tripChanged } from './queries.ts'
import { tripStrings as words } from './strings.ts'
import { sharedCrew, tripBody, TripCrewForm } from './trip-form.ts'
import classes from './BulkTrips.module.css'

export const BulkTrips = ({ ids }: { ids: readonly number[] }) => {
  const trips = useQuery(tripRecords.rows(byIds(ids)))
  return (
    <Loaded query={trips} title={words.bulkTitle(ids.length)}>
      {(records) => (
        <DialogFrame title={words.bulkTitle(ids.length)}>
          <BulkForm trips={records} />
        </DialogFrame>
      )}
    </Loaded>
  )
}

/** One call for all of them: driver and vehicle for each id, and nothing else. */
const BulkForm = ({ trips }: { trips: readonly Trip[] }) => {
  const { close } = useDialog()
  // What was chosen stays while the records change under the form.
  const [shared] = useState(() => sharedCrew(trips))
  const entity = useEntityForm({
    intent: { mode: 'bulkedit', records: trips },
    schema: TripCrewForm,
    record: Trip,
    toValues: () => shared,
    save: async (values) => {
      const ids = trips.map(({ id }) => id)
      await client.call(api.trips.updateSeveral, {
        query: { ids },
        body: ids.map((id) => ({ id, ...tripBody(values) })),
      })
    },
    onSaved: () => {
      for (const { id } of trips) tripChanged(id)
      notify({ type: 'success', title: words.success, message: words.bulkSaved })
      close()
    },
  })
  return (
    <>
      <p className={classes['bulkText']}>{words.bulkText}</p>
      <EntityForm entity={entity} label={words.form} labels={words.columns}>
        <CrewFields trip={null} />
      </EntityForm>
    </>
  )
}
