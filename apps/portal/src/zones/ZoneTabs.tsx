import type { Zone } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { zoneRecords } from '../records/zones.ts'
import { StripTab, TabStrip } from '../ui/TabStrip.tsx'
import { designerPath, keptSearch, ZONES_PATH } from './navigation.ts'
import { zoneStrings as words } from './strings.ts'

type Props = {
  open: readonly number[]
  current: number | null
  /** those that are loaded; the names of other zones are requested one by one */
  zones: readonly Zone[]
  onClose: (zoneId: number) => void
}

/** The list, then one tab per open zone. */
export const ZoneTabs = ({ open, current, zones, onClose }: Props) => (
  <TabStrip label={words.tabs}>
    <StripTab to={ZONES_PATH} search={keptSearch} current={current === null}>
      {words.list}
    </StripTab>
    {open.map((id) => (
      <ZoneTab
        key={id}
        id={id}
        loaded={zones.find((zone) => zone.id === id)?.name ?? null}
        current={id === current}
        onClose={() => onClose(id)}
      />
    ))}
  </TabStrip>
)

type TabProps = { id: number; loaded: string | null; current: boolean; onClose: () => void }

const ZoneTab = ({ id, loaded, current, onClose }: TabProps) => {
  const zone = useQuery({ ...zoneRecords.one(id), enabled: loaded === null })
  const name = loaded ?? zone.data?.name ?? (zone.isError ? words.unknown(id) : words.loading)
  return (
    <StripTab
      to={designerPath(id)}
      search={keptSearch}
      current={current}
      close={{ label: words.closeTab(name), run: onClose }}
    >
      {name}
    </StripTab>
  )
}
