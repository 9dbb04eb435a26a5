import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParam } from '../../url/link.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { designerTabs, zoneIdOf } from '../navigation.ts'
import { ZonesLayout } from '../ZonesLayout.tsx'
import { Designer, FirstTab } from './Designer.tsx'
import { designQuery } from './queries.ts'
import { designerStrings as words } from './design/strings.ts'

/** The Zone Designer: the address names the zone and the tab. */
const DesignerPage = () => {
  const zoneId = useParam('zoneId')
  const named = useParam('tab')
  const id = zoneIdOf(zoneId)
  const tab = designerTabs.find((name) => name === named)
  return (
    <ZonesLayout edge>
      {id === null ? (
        <EmptyState title={words.unknownZone} />
      ) : tab === undefined ? (
        <FirstTab zoneId={id} />
      ) : (
        <OneZone key={id} id={id} tab={tab} />
      )}
    </ZonesLayout>
  )
}
export default DesignerPage

const OneZone = ({ id, tab }: { id: number; tab: (typeof designerTabs)[number] }) => {
  const design = useQuery(designQuery(id))
  if (design.data !== undefined) return <Designer design={design.data} tab={tab} />
  if (design.isError) return <ErrorState error={design.error} onRetry={() => void design.refetch()} />
  return <Skeleton h="100%" radius={0} role="status" aria-label={words.loading} />
}
