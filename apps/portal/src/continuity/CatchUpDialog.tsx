import type { TripWithStops } from '@ambit/contract'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '../dialogs/stack.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { UnsavedGuard } from '../form/UnsavedGuard.tsx'
import { tripRecords } from '../records/trips.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './continuity.module.css'
import { emptyEntry, openStops } from './paper.ts'
import { PaperStopFields } from './PaperStopFields.tsx'
import { toCatchUpQuery } from './queries.ts'
import { continuityStrings } from './strings.ts'
import { usePaper } from './use-paper.ts'

const words = continuityStrings.form

/** What was written on paper about a trip, stop by stop. */
const CatchUpDialog = () => {
  const { id } = useDialog()
  const trip = useQuery(tripRecords.one(Number(id)))
  const late = useQuery(toCatchUpQuery)
  return (
    <Loaded query={late} title={continuityStrings.catchUp.title}>
      {({ data }) => (
        <Loaded query={trip} title={continuityStrings.catchUp.title}>
          {(record) => (
            <DialogFrame title={words.title(record.vehicle_number ?? record.name)}>
              <Paper trip={record} timeZone={data.find((one) => one.id === record.id)?.time_zone} />
            </DialogFrame>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
export default CatchUpDialog

const Paper = ({ trip, timeZone }: { trip: TripWithStops; timeZone: string | undefined }) =>
  timeZone === undefined ? <EmptyState title={words.allKnown} /> : <PaperFields trip={trip} timeZone={timeZone} />

const PaperFields = ({ trip, timeZone }: { trip: TripWithStops; timeZone: string }) => {
  const stops = openStops(trip)
  const paper = usePaper(trip, stops, timeZone)
  return (
    <form className={classes['paper']} onSubmit={paper.submit} noValidate>
      <UnsavedGuard dirty={paper.dirty} isSaved={() => !paper.dirty} />
      <TextInput
        label={words.writtenBy}
        value={paper.writtenBy}
        maxLength={100}
        required
        data-autofocus
        error={paper.errors['by']}
        onChange={(event) => paper.setWrittenBy(event.currentTarget.value)}
      />
      <p className={classes['note']}>{words.hint}</p>
      {stops.map((stop, index) => (
        <PaperStopFields
          key={stop.id}
          number={index + 1}
          stop={stop}
          timeZone={timeZone}
          entry={paper.form[stop.id] ?? emptyEntry}
          errors={paper.errors}
          onChange={(entry) => paper.change(stop.id, entry)}
        />
      ))}
      {paper.refusals.length > 0 && (
        <ToneAlert tone="danger">
          {paper.refusals.map((text) => (
            <p key={text} className={classes['line']}>
              {text}
            </p>
          ))}
        </ToneAlert>
      )}
      <div className={classes['buttons']}>
        <Button type="submit" loading={paper.saving}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
