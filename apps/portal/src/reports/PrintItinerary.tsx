import type { TripItinerary } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { createPortal, flushSync } from 'react-dom'
import { useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { itineraryName } from './itinerary.ts'
import { ItineraryFacts } from './ItineraryFacts.tsx'
import { ItineraryTable } from './ItineraryTable.tsx'
import { itineraryQuery } from './queries.ts'
import '../ui/print.css'
import { reportStrings } from './strings.ts'

const words = reportStrings.itinerary

/**
 * The browser prints the page as the style sheet for paper has it: only the sheet. Saved as PDF, the file is called as
 * the page is for that moment.
 */
export const PrintItinerary = ({ itinerary }: { itinerary: TripItinerary }) => {
  const [sheet, setSheet] = useState<TripItinerary | null>(null)
  const print = async (): Promise<void> => {
    // The export shows the present, so its data is reloaded.
    const fresh = await queryClient.fetchQuery({ ...itineraryQuery(itinerary.id), staleTime: 0 }).catch(() => itinerary)
    flushSync(() => setSheet(fresh))
    const title = document.title
    document.title = itineraryName(fresh)
    window.print() // returns once the dialog is closed
    document.title = title
    setSheet(null)
  }
  return (
    <>
      <Button leftSection={<IconPrinter size={16} />} onClick={() => void print()}>
        {words.print}
      </Button>
      {sheet !== null &&
        createPortal(
          <article className="print-sheet">
            <h1>{words.dialogTitle}</h1>
            <ItineraryFacts itinerary={sheet} exported />
            <ItineraryTable itinerary={sheet} />
          </article>,
          document.body,
        )}
    </>
  )
}
