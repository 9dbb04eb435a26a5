import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { schemaVersionsQuery } from './queries.ts'
import { SchemaEditor } from './SchemaEditor.tsx'
import { schemaStrings as words } from './strings.ts'

/** The custom fields of vehicles: which there are today, and which there were. */
const SchemaPage = () => {
  const versions = useQuery(schemaVersionsQuery)
  if (versions.data !== undefined) return <SchemaEditor versions={versions.data} />
  return (
    <>
      <PageHeader title={words.heading} />
      {versions.isPending ? (
        <Skeleton h={320} />
      ) : (
        <section className="card">
          <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
        </section>
      )}
    </>
  )
}
export default SchemaPage
