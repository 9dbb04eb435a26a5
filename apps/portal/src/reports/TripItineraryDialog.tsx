import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { DialogSkeleton } from '../dialogs/DialogSkeleton.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ItineraryFacts } from './ItineraryFacts.tsx'
import { ItineraryTable } from './ItineraryTable.tsx'
import { PrintItinerary } from './PrintItinerary.tsx'
import { itineraryQuery } from './queries.ts'
import classes from './reports.module.css'
import { reportStrings } from './strings.ts'

const words = reportStrings.itinerary

/** The itinerary of one trip, wherever its id is known. */
const TripItineraryDialog = () => {
  const itinerary = useQuery(itineraryQuery(Number(useDialog().id)))
  if (itinerary.isPending) return <DialogSkeleton />
  if (itinerary.data === undefined)
    return (
      <DialogFrame title={words.dialogTitle}>
        <ErrorState error={itinerary.error} onRetry={() => void itinerary.refetch()} />
      </DialogFrame>
    )
  return (
    <DialogFrame title={words.dialogTitle} id={itinerary.data.name}>
      <div className={classes['detailsRow']}>
        <ItineraryFacts itinerary={itinerary.data} exported={false} />
        <PrintItinerary itinerary={itinerary.data} />
      </div>
      <ItineraryTable itinerary={itinerary.data} />
    </DialogFrame>
  )
}
export default TripItineraryDialog
