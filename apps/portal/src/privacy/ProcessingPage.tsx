import type { ProcessingRecords } from '@ambit/contract'
import { PROCESSING_INTRO, type ProcessingRow, processingFacts, processingGroups, processingRows } from '@ambit/domain'
import { Button, Skeleton } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { PrivacyTabs } from './PrivacyTabs.tsx'
import classes from './processing.module.css'
import { processingQuery, saveProcessingPdf } from './queries.ts'
import { privacyStrings as words } from './strings.ts'

/** What the installation does with personal data, as it is set up now. */
const ProcessingPage = () => {
  const records = useQuery(processingQuery)
  return (
    <TabbedPage
      header={
        <PageHeader
          crumb={words.recordsTab}
          action={records.data !== undefined && <SaveButton records={records.data} />}
        />
      }
      tabs={<PrivacyTabs current="/Privacy/records" />}
    >
      {records.isPending && <Skeleton h={480} />}
      {records.isError && records.data === undefined && (
        <ErrorState error={records.error} onRetry={() => void records.refetch()} />
      )}
      {records.data !== undefined && <Records records={records.data} />}
    </TabbedPage>
  )
}
export default ProcessingPage

const SaveButton = ({ records }: { records: ProcessingRecords }) => {
  const save = useMutation({
    mutationFn: () => saveProcessingPdf(records),
    onError: (error) => announceFailure(error, words.pdfFailed),
  })
  return (
    <Button leftSection={<IconFileTypePdf size={16} />} loading={save.isPending} onClick={() => save.mutate()}>
      {words.savePdf}
    </Button>
  )
}

const Records = ({ records }: { records: ProcessingRecords }) => (
  // It scrolls, so it can be reached by the keyboard.
  <div className={classes['records']} role="region" aria-label={words.recordsTab} tabIndex={0}>
    <p className={classes['intro']}>{PROCESSING_INTRO}</p>
    <Rows rows={processingFacts(records)} />
    {processingGroups(records).map(({ title, processings }) => (
      <section key={title} className={classes['group']} aria-label={title}>
        <h2>{title}</h2>
        {processings.map((one) => (
          <Part key={one.kind} name={one.name} rows={processingRows(one)} />
        ))}
      </section>
    ))}
  </div>
)

const Part = ({ name, rows }: { name: string; rows: ProcessingRow[] }) => {
  const id = useId()
  return (
    <article className={`card ${classes['part']}`} aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      <Rows rows={rows} />
    </article>
  )
}

const Rows = ({ rows }: { rows: ProcessingRow[] }) => (
  <dl className={classes['rows']}>
    {rows.map(({ label, lines }) => (
      <div key={label}>
        <dt>{label}</dt>
        {lines.map((line) => (
          <dd key={line}>{line}</dd>
        ))}
      </div>
    ))}
  </dl>
)
