import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { ItineraryFacts } from './ItineraryFacts.tsx'
import { ItineraryTable } from './ItineraryTable.tsx'
import { PrintItinerary } from './PrintItinerary.tsx'
import { itineraryQuery } from './queries.ts'
import classes from './TripItineraryDialog.module.css'
import { reportStrings } from './strings.ts'

const words = reportStrings.itinerary

/** The itinerary of one trip, for every page that knows its id. */
const TripItineraryDialog = () => {
  return (
    <Loaded query={useQuery(itineraryQuery(Number(useDialog().id)))} title={words.dialogTitle}>
      {(itinerary) => (
        <DialogFrame title={words.dialogTitle} id={itinerary.name}>
          <div className={classes['detailsRow']}>
            <ItineraryFacts itinerary={itinerary} exported={false} />
            <PrintItinerary itinerary={itinerary} />
          </div>
          <ItineraryTable itinerary={itinerary} />
        </DialogFrame>
      )}
    </Loaded>
  )
}
export default TripItineraryDialog
