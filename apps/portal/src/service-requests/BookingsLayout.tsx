import { api } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { saveFile } from '../api/download.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { StripTab, TabStrip } from '../ui/TabStrip.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import type { narrowing } from './bookings-state.ts'
import { TABLE_PATH, TIMELINE_PATH } from './paths.ts'
import { bookingStrings } from './strings.ts'

const words = bookingStrings.list
const EXPORT_NAME = 'bookings.csv'

/** Filters go along from one tab to the other; a page belongs to the table alone. */
const filtersOf = (before: PlainSearch): PlainSearch => ({ ...before, page: undefined, d: undefined })

type Props = {
  current: 'table' | 'timeline'
  count: string | null
  narrowing: ReturnType<typeof narrowing>
  children: ReactNode
}

/** Header and tabs around the table and the timeline. */
export const BookingsLayout = ({ current, count, narrowing: query, children }: Props) => (
  <TabbedPage
    header={<PageHeader action={<ExportButton query={query} />} count={count} />}
    tabs={
      <TabStrip label={words.tabs}>
        <StripTab to={TABLE_PATH} search={filtersOf} current={current === 'table'}>
          {words.table}
        </StripTab>
        <StripTab to={TIMELINE_PATH} search={filtersOf} current={current === 'timeline'}>
          {words.timeline}
        </StripTab>
      </TabStrip>
    }
  >
    {children}
  </TabbedPage>
)

const ExportButton = ({ query }: { query: ReturnType<typeof narrowing> }) => {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const response = await client.fetch(api.serviceRequests.export, { query })
      saveFile(await response.blob(), EXPORT_NAME)
    } catch (error) {
      announceFailure(error, words.exportFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={busy} onClick={() => void run()}>
      {words.export}
    </Button>
  )
}
