import { Button } from '@mantine/core'
import { IconPlus, IconPolygon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import type { Empty } from '../ui/EmptyState.tsx'
import { zoneStrings as words } from './strings.ts'

/** What a new installation does first: a region, then a zone in it. */
export const useNoZones = (hasRegions: boolean, create: ReactNode): Empty => {
  const can = useCan()
  const open = useOpenDialog()
  if (hasRegions) return { icon: IconPolygon, title: words.none, reason: words.noneReason, action: create }
  const mayCreate = can('RegionManagement:region:canCreate')
  return {
    icon: IconPolygon,
    title: words.noRegions,
    reason: mayCreate ? words.noRegionsReason : words.noRegionsAsk,
    action: mayCreate && (
      <Button leftSection={<IconPlus size={16} />} onClick={() => open('RegionDialog', 'create')}>
        {words.createRegion}
      </Button>
    ),
  }
}
